// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

import {CurrencyConfig, IInsurancePayment, Policy, Quote, RoleHolders, Status} from "../src/IInsurancePayment.sol";
import {UsdcProxy} from "../src/mocks/UsdcProxy.sol";
import {UsdcToken} from "../src/mocks/UsdcToken.sol";
import {UsdtToken} from "../src/mocks/UsdtToken.sol";
import {OddToken} from "./mocks/OddToken.sol";

/// Deploys the contract as a chain has it (native coin, USDC, USDT, capital in each), and makes quotes and signatures.
abstract contract BaseTest is Test {
    address internal constant NATIVE = address(0);
    /// 2026-11-21 12:00:30 UTC: neither on a minute nor on a day.
    uint256 internal constant NOW = 1_795_262_430;
    uint256 internal constant TODAY = NOW / 1 days;
    uint256 internal constant FOREVER = type(uint256).max;
    /// What 500 000 dollars of home cover cost for a year, and what it costs in each currency at 2000 USD per ETH.
    uint256 internal constant PREMIUM_NATIVE = 0.6 ether;
    uint256 internal constant PREMIUM_USD = 1200e6;

    IInsurancePayment internal insurance;
    UsdcToken internal usdc;
    UsdtToken internal usdt;

    address internal admin = makeAddr("admin");
    address internal claims = makeAddr("claims");
    address internal underwriter = makeAddr("underwriter");
    address internal treasurer = makeAddr("treasurer");
    address internal pauser = makeAddr("pauser");
    address internal stranger = makeAddr("stranger");
    address internal signer;
    uint256 internal signerKey;
    address internal holder;
    uint256 internal holderKey;

    uint256 private _salt;

    function setUp() public virtual {
        vm.warp(NOW);
        (signer, signerKey) = makeAddrAndKey("signer");
        (holder, holderKey) = makeAddrAndKey("holder");
        usdc = UsdcToken(
            address(new UsdcProxy(address(new UsdcToken()), abi.encodeCall(UsdcToken.initialize, (address(this)))))
        );
        usdt = new UsdtToken(address(this));
        insurance = _deploy(_roles(), _currencies());
        _provide(address(this), 10_000 ether, 10_000_000e6);
        usdc.approve(address(insurance), FOREVER);
        usdt.approve(address(insurance), FOREVER);
        insurance.fund{value: 1000 ether}(NATIVE, 1000 ether);
        insurance.fund(address(usdc), 1_000_000e6);
        insurance.fund(address(usdt), 1_000_000e6);
        _provide(holder, 100 ether, 100_000e6);
    }

    /// By name, so that only the contract itself is compiled through the slower pipeline. Reverts as the constructor does.
    function _deploy(RoleHolders memory roles, CurrencyConfig[] memory currencies)
        internal
        returns (IInsurancePayment)
    {
        bytes memory code = bytes.concat(
            vm.getCode("InsurancePayment.sol:InsurancePayment"), abi.encode(roles, currencies)
        );
        address deployed;
        assembly {
            deployed := create(0, add(code, 0x20), mload(code))
            if iszero(deployed) {
                returndatacopy(0, 0, returndatasize())
                revert(0, returndatasize())
            }
        }
        return IInsurancePayment(deployed);
    }

    function _roles() internal view returns (RoleHolders memory) {
        return RoleHolders({
            admin: admin, signer: signer, claims: claims, underwriter: underwriter, treasurer: treasurer, pauser: pauser
        });
    }

    /// Claims pay from 500 to 10 000 USD per ETH, and from 0.90 to 1.11 USD per stablecoin.
    function _currencies() internal view returns (CurrencyConfig[] memory list) {
        list = new CurrencyConfig[](3);
        list[0] = CurrencyConfig({token: NATIVE, minPerDollar: 1e14, maxPerDollar: 2e15, minimumReserve: 10 ether});
        list[1] =
            CurrencyConfig({token: address(usdc), minPerDollar: 0.9e6, maxPerDollar: 1.11e6, minimumReserve: 1000e6});
        list[2] = CurrencyConfig({token: address(usdt), minPerDollar: 0.9e6, maxPerDollar: 1.11e6, minimumReserve: 0});
    }

    function _provide(address to, uint256 native, uint256 tokens) internal {
        vm.deal(to, native);
        usdc.mint(to, tokens);
        usdt.mint(to, tokens);
    }

    // ─── Quotes ──────────────────────────────────────────────────────────────────────────────────────────────────────

    /// A home policy for a year from tomorrow on; each quote differs from the one before in its details.
    function _quote(address token) internal returns (Quote memory) {
        return Quote({
            holder: holder,
            token: token,
            premium: token == NATIVE ? PREMIUM_NATIVE : PREMIUM_USD,
            product: 1,
            cover: 500_000,
            startDay: uint16(TODAY + 1),
            endDay: uint16(TODAY + 366),
            validUntil: uint40(NOW + 30 minutes),
            detailsHash: keccak256(abi.encode("details", ++_salt))
        });
    }

    function _sign(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function _sign(Quote memory quote) internal view returns (bytes memory) {
        return _sign(signerKey, insurance.hashQuote(quote));
    }

    // ─── Policies ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// The quote's holder approves and buys.
    function _buy(Quote memory quote) internal returns (bytes32 quoteId) {
        quoteId = insurance.hashQuote(quote);
        bytes memory signature = _sign(quote);
        if (quote.token != NATIVE) {
            vm.prank(quote.holder);
            UsdtToken(quote.token).approve(address(insurance), quote.premium);
        }
        uint256 value = quote.token == NATIVE ? quote.premium : 0;
        vm.prank(quote.holder);
        insurance.purchase{value: value}(quote, signature);
    }

    /// A policy in force since midnight: its first claim can be paid now.
    function _buyInForce(address token) internal returns (bytes32 quoteId, Quote memory quote) {
        vm.warp(NOW);
        quote = _quote(token);
        quoteId = _buy(quote);
        vm.warp((TODAY + 2) * 1 days);
    }

    /// Lists a token that can be made to misbehave; the holder has some of it and has approved the contract.
    function _listOddToken() internal returns (OddToken odd) {
        odd = new OddToken();
        vm.prank(admin);
        insurance.addCurrency(
            CurrencyConfig({token: address(odd), minPerDollar: 1e6, maxPerDollar: 1e6, minimumReserve: 0})
        );
        odd.mint(holder, 100_000e6);
        vm.prank(holder);
        odd.approve(address(insurance), FOREVER);
    }

    function _balance(address token, address account) internal view returns (uint256) {
        return token == NATIVE ? account.balance : UsdtToken(token).balanceOf(account);
    }

    function _perDollar(address token) internal pure returns (uint256) {
        return token == NATIVE ? 5e14 : 1e6;
    }

    function _statusOf(bytes32 quoteId) internal view returns (Status) {
        return insurance.policyOf(quoteId).status;
    }
}
