// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC5267} from "@openzeppelin/contracts/interfaces/IERC5267.sol";

import {IInsurancePayment, Policy, Quote, Status} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";

contract HashQuoteTest is BaseTest {
    function test_WhenAQuoteIsHashed() public {
        Quote memory quote = _quote(address(usdc));
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Mooring"),
                keccak256("1"),
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
        assertEq(version, "1");
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
    function test_WhenTheQuoteWasNotBought() public {
        Policy memory nothing;
        bytes32 quoteId = insurance.hashQuote(_quote(NATIVE));
        assertEq(abi.encode(insurance.policyOf(quoteId)), abi.encode(nothing));
    }

    function test_WhenEveryFieldIsAtItsLimit() public {
        Quote memory quote = _quote(address(usdt));
        quote.holder = address(type(uint160).max);
        _provide(quote.holder, 1 ether, PREMIUM_USD);
        quote.product = 3;
        quote.cover = 1_048_575;
        quote.startDay = 46_603;
        quote.endDay = type(uint16).max;
        quote.validUntil = type(uint40).max;
        vm.warp(uint256(type(uint32).max >> 6) * 1 minutes);
        bytes32 quoteId = _buy(quote);
        vm.startPrank(claims);
        for (uint256 number = 1; number < 63; ++number) {
            insurance.payClaim(quoteId, number, block.timestamp, 1, 1e6, FOREVER);
        }
        vm.stopPrank();
        usdt.mint(address(insurance), 1_048_575e6);
        vm.prank(claims);
        insurance.payClaim(quoteId, 63, block.timestamp, 1_048_513, 1_048_513e6, FOREVER);
        Policy memory expected = Policy({
            holder: quote.holder,
            product: 3,
            status: Status.Active,
            token: address(usdt),
            start: uint64(uint256(type(uint32).max >> 6) * 1 minutes),
            end: 65_536 days,
            cover: 1_048_575,
            paidOut: 1_048_575,
            claims: 63
        });
        assertEq(abi.encode(insurance.policyOf(quoteId)), abi.encode(expected));
    }

    function test_WhenThePolicyHasExpired() public {
        Quote memory quote = _quote(NATIVE);
        bytes32 quoteId = _buy(quote);
        vm.warp(NOW + 3650 days);
        assertEq(uint8(insurance.policyOf(quoteId).status), uint8(Status.Active));
        assertEq(insurance.policyOf(quoteId).end, (TODAY + 367) * 1 days);
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
