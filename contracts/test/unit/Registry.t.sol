// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC5267} from "@openzeppelin/contracts/interfaces/IERC5267.sol";
import {Vm} from "forge-std/Vm.sol";

import {IInsurancePayment, Policy, Quote, Status} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";

contract HashQuoteTest is BaseTest {
    function test_WhenAQuoteIsHashed() public {
        Quote memory quote = _quote(address(usdc));
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Mooring"),
                keccak256("4"),
                block.chainid,
                address(insurance)
            )
        );
        bytes32 structHash = keccak256(
            abi.encode(
                keccak256(
                    "Quote(address holder,address token,uint256 premium,uint8 product,uint24 cover,uint16 startDay,uint16 endDay,uint40 validUntil,bytes32 detailsHash)"
                ),
                quote.holder,
                quote.token,
                quote.premium,
                quote.product,
                quote.cover,
                quote.startDay,
                quote.endDay,
                quote.validUntil,
                quote.detailsHash
            )
        );
        assertEq(insurance.hashQuote(quote), keccak256(abi.encodePacked(hex"1901", domain, structHash)));
    }

    function test_WhenTheDomainIsAskedFor() public view {
        (bytes1 fields, string memory name, string memory version, uint256 chainId, address verifier,,) =
            IERC5267(address(insurance)).eip712Domain();
        assertEq(fields, hex"0f");
        assertEq(name, "Mooring");
        assertEq(version, "4");
        assertEq(chainId, block.chainid);
        assertEq(verifier, address(insurance));
    }

    function test_WhenAQuoteDiffersInOneField() public {
        Quote memory quote = _quote(NATIVE);
        bytes memory words = abi.encode(quote);
        bytes32 hash = insurance.hashQuote(quote);
        for (uint256 word = 0; word < 9; ++word) {
            bytes memory changed = bytes.concat(words);
            changed[32 * word + 31] ^= 0x01;
            assertNotEq(insurance.hashQuote(abi.decode(changed, (Quote))), hash);
        }
    }
}

contract PolicyOfTest is BaseTest {
    /// 2068-11-08 23:59:59 UTC: no policy covers a later one.
    uint256 private constant LAST_SECOND = 3_119_644_799;

    function test_WhenTheQuoteWasNotBought() public {
        Policy memory nothing;
        bytes32 quoteId = insurance.hashQuote(_quote(NATIVE));
        assertEq(abi.encode(insurance.policyOf(quoteId)), abi.encode(nothing));
    }

    function test_WhenEveryFieldIsAtItsLimit() public {
        Quote memory quote = _quote(address(usdt));
        quote.holder = address(type(uint160).max);
        _provide(quote.holder, 1 ether, PREMIUM_USD);
        quote.product = 15;
        quote.cover = 1_048_575;
        quote.startDay = 36_106;
        quote.endDay = 36_106;
        quote.validUntil = type(uint40).max;
        vm.warp(LAST_SECOND);
        bytes32 quoteId = _buy(quote);
        usdt.mint(address(insurance), 1_048_575e6);
        for (uint256 number = 1; number <= 63; ++number) {
            uint256 dollars = number == 63 ? 1_048_513 : 1;
            if (number <= 31) {
                vm.prank(claims);
                insurance.payClaim(quoteId, number, LAST_SECOND, dollars, dollars * 1e6, FOREVER);
                continue;
            }
            bytes memory payout = _payout(quoteId, number, LAST_SECOND, dollars);
            _await(claims, payout);
            _payAnnounced(payout, dollars * 1e6);
        }
        Policy memory expected = Policy({
            holder: quote.holder,
            product: 15,
            status: Status.Active,
            token: address(usdt),
            start: 3_119_644_740,
            end: 3_119_644_800,
            cover: 1_048_575,
            paidOut: 1_048_575,
            claims: 63
        });
        assertEq(abi.encode(insurance.policyOf(quoteId)), abi.encode(expected));
    }

    function test_WhenEveryProductIsSold() public {
        for (uint8 product = 1; product <= 15; ++product) {
            Quote memory quote = _quote(NATIVE);
            quote.product = product;
            assertEq(insurance.policyOf(_buy(quote)).product, product);
        }
    }

    /// The contract doesn't know which codes are sold: nothing in it has to change for a new product.
    function test_WhenAClaimOnAFourthProductIsPaid() public {
        Quote memory quote = _quote(address(usdc));
        quote.product = 4;
        bytes32 quoteId = _buy(quote);
        vm.warp((TODAY + 2) * 1 days);
        uint256 before = usdc.balanceOf(holder);
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, block.timestamp, 10_000, 10_000e6, FOREVER);
        assertEq(usdc.balanceOf(holder) - before, 10_000e6);
        Policy memory policy = insurance.policyOf(quoteId);
        assertEq(policy.product, 4);
        assertEq(policy.paidOut, 10_000);
        assertEq(policy.claims, 1);
    }

    function test_WhenThePolicyHasExpired() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        vm.warp(NOW + 3650 days);
        assertEq(uint8(insurance.policyOf(quoteId).status), uint8(Status.Active));
        assertEq(insurance.policyOf(quoteId).end, (TODAY + 367) * 1 days);
    }
}

/// Rebuilds quotes from what a purchase emits: whoever has the chain can prove every policy.
contract PolicyPurchasedTest is BaseTest {
    function test_WhenTheStartDayIsAheadTheEventIsTheWholeQuote() public {
        _expectRebuilt(_quote(NATIVE));
        _expectRebuilt(_quote(address(usdt)));
    }

    function test_WhenTheStartDayHasBegunTheEventIsTheWholeQuote() public {
        // Cover starts with the block: the start day is not in the start.
        Quote memory quote = _quote(address(usdc));
        quote.startDay = uint16(TODAY - 5);
        _expectRebuilt(quote);
    }

    function test_WhenEveryFieldIsAtItsLimitTheEventIsTheWholeQuote() public {
        Quote memory quote = _quote(address(usdc));
        quote.product = 15;
        quote.cover = 1_048_575;
        vm.warp(uint256(35_740) * 1 days);
        quote.startDay = 0;
        quote.endDay = 36_106;
        quote.validUntil = type(uint40).max;
        quote.detailsHash = bytes32(FOREVER);
        _expectRebuilt(quote);
    }

    function _expectRebuilt(Quote memory quote) private {
        vm.recordLogs();
        bytes32 quoteId = _buy(quote);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 found;
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].topics[0] != IInsurancePayment.PolicyPurchased.selector) continue;
            ++found;
            assertEq(logs[i].topics[1], quoteId);
            assertEq(insurance.hashQuote(_rebuild(logs[i])), quoteId);
        }
        assertEq(found, 1);
    }

    function _rebuild(Vm.Log memory log) private pure returns (Quote memory quote) {
        uint64 end;
        quote.holder = address(uint160(uint256(log.topics[2])));
        (
            quote.token,
            quote.premium,
            quote.product,
            quote.cover,
            quote.startDay,
            quote.validUntil,,
            end,
            quote.detailsHash
        ) = abi.decode(log.data, (address, uint256, uint8, uint24, uint16, uint40, uint64, uint64, bytes32));
        quote.endDay = uint16(end / 1 days - 1);
    }
}

contract IsInForceTest is BaseTest {
    uint256 private constant START = (TODAY + 1) * 1 days;
    uint256 private constant END = (TODAY + 367) * 1 days;
    bytes32 private quoteId;

    function setUp() public override {
        super.setUp();
        quoteId = _buy(_quote(NATIVE));
    }

    function test_WhenTheQuoteWasNotBought() public view {
        assertFalse(insurance.isInForce("unknown", 0));
        assertFalse(insurance.isInForce("unknown", START));
        assertFalse(insurance.isInForce("unknown", FOREVER));
    }

    function test_WhenItIsBeforeTheStart() public view {
        assertFalse(insurance.isInForce(quoteId, START - 1));
    }

    function test_WhenItIsTheFirstSecond() public view {
        assertTrue(insurance.isInForce(quoteId, START));
    }

    function test_WhenItIsTheLastSecond() public view {
        assertTrue(insurance.isInForce(quoteId, END - 1));
    }

    function test_WhenItIsTheEnd() public view {
        assertFalse(insurance.isInForce(quoteId, END));
    }
}
