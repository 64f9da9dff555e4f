// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

import {Delays, IGovernance, Role, RoleHolders} from "../src/IGovernance.sol";
import {IInsurancePayment, Policy, Quote, Status} from "../src/IInsurancePayment.sol";
import {Currency, CurrencyConfig} from "../src/IPool.sol";
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
    /// Dollars that claims may be paid per day and currency without an announcement.
    uint32 internal constant ALLOWANCE = 500_000;

    IInsurancePayment internal insurance;
    UsdcToken internal usdc;
    UsdtToken internal usdt;

    address internal administrator = makeAddr("administrator");
    address internal guardian = makeAddr("guardian");
    address internal claims = makeAddr("claims");
    address internal underwriter = makeAddr("underwriter");
    address internal treasurer = makeAddr("treasurer");
    address internal pauser = makeAddr("pauser");
    address internal recovery = makeAddr("recovery");
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
        insurance = _deploy(_roles(), _delays(), _currencies());
        _provide(address(this), 10_000 ether, 10_000_000e6);
        usdc.approve(address(insurance), FOREVER);
        usdt.approve(address(insurance), FOREVER);
        insurance.fund{value: 1000 ether}(NATIVE, 1000 ether);
        insurance.fund(address(usdc), 1_000_000e6);
        insurance.fund(address(usdt), 1_000_000e6);
        _provide(holder, 100 ether, 100_000e6);
    }

    /// By name, so that only the contract itself is compiled through the slower pipeline. Reverts as the constructor does.
    function _deploy(RoleHolders memory roles, Delays memory delays, CurrencyConfig[] memory currencies)
        internal
        returns (IInsurancePayment)
    {
        bytes memory code = bytes.concat(
            vm.getCode("InsurancePayment.sol:InsurancePayment"), abi.encode(roles, recovery, delays, currencies)
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
            administrator: administrator,
            guardian: guardian,
            claims: claims,
            underwriter: underwriter,
            treasurer: treasurer,
            pauser: pauser,
            signer: signer
        });
    }

    /// The shortest that a public chain takes.
    function _delays() internal pure returns (Delays memory) {
        return Delays({
            announcement: 2 days,
            guardian: 7 days,
            recovery: 5 days,
            holderChange: 2 days,
            contestedHolderChange: 14 days
        });
    }

    /// Claims pay from 500 to 10 000 USD per ETH, and from 0.90 to 1.11 USD per stablecoin.
    function _currencies() internal view returns (CurrencyConfig[] memory list) {
        list = new CurrencyConfig[](3);
        list[0] = _config(NATIVE, 1e14, 2e15, 10 ether);
        list[1] = _config(address(usdc), 0.9e6, 1.11e6, 1000e6);
        list[2] = _config(address(usdt), 0.9e6, 1.11e6, 0);
    }

    function _config(address token, uint96 minPerDollar, uint96 maxPerDollar, uint112 minimumReserve)
        internal
        pure
        returns (CurrencyConfig memory)
    {
        return CurrencyConfig({
            token: token,
            minPerDollar: minPerDollar,
            maxPerDollar: maxPerDollar,
            minimumReserve: minimumReserve,
            allowance: ALLOWANCE
        });
    }

    /// The limits that a currency was deployed with; none of an unlisted one.
    function _limits(address token) internal view returns (CurrencyConfig memory config) {
        config.token = token;
        CurrencyConfig[] memory list = _currencies();
        for (uint256 i = 0; i < 3; ++i) {
            if (list[i].token == token) return list[i];
        }
    }

    function _withBounds(address token, uint96 minPerDollar, uint96 maxPerDollar)
        internal
        view
        returns (CurrencyConfig memory config)
    {
        config = _limits(token);
        (config.minPerDollar, config.maxPerDollar) = (minPerDollar, maxPerDollar);
    }

    function _withReserve(address token, uint112 amount) internal view returns (CurrencyConfig memory config) {
        config = _limits(token);
        config.minimumReserve = amount;
    }

    function _withAllowance(address token, uint32 dollars) internal view returns (CurrencyConfig memory config) {
        config = _limits(token);
        config.allowance = dollars;
    }

    function _assertLimits(uint256 index, CurrencyConfig memory expected) internal view {
        Currency memory currency = insurance.currencies()[index];
        CurrencyConfig memory actual = CurrencyConfig(
            currency.token, currency.minPerDollar, currency.maxPerDollar, currency.minimumReserve, currency.allowance
        );
        assertEq(abi.encode(actual), abi.encode(expected));
    }

    function _provide(address to, uint256 native, uint256 tokens) internal {
        vm.deal(to, native);
        usdc.mint(to, tokens);
        usdt.mint(to, tokens);
    }

    // ─── Announced calls ─────────────────────────────────────────────────────────────────────────────────────────────

    function _announce(address by, bytes memory data) internal {
        vm.prank(by);
        insurance.announce(data);
    }

    /// Who executes what a role announced: a new administrator makes its own grant.
    function _executor(address by, bytes memory data) internal pure returns (address) {
        if (bytes4(data) != IGovernance.grantRole.selector || _word(data, 0) != 0) return by;
        return address(uint160(_word(data, 1)));
    }

    function _word(bytes memory data, uint256 index) internal pure returns (uint256 word) {
        assembly {
            word := mload(add(add(data, 0x24), mul(0x20, index)))
        }
    }

    /// Announces a call and waits as long as it takes.
    function _await(address by, bytes memory data) internal {
        _announce(by, data);
        (uint256 executableAt,) = insurance.announcementOf(keccak256(data));
        vm.warp(executableAt);
    }

    /// Announces a call seven days ago, the longest wait of any call.
    function _announced(address by, bytes memory data) internal {
        uint256 time = block.timestamp;
        vm.warp(time - 7 days);
        _announce(by, data);
        vm.warp(time);
        _execute(_executor(by, data), data);
    }

    function _execute(address by, bytes memory data) internal {
        vm.prank(by);
        (bool success, bytes memory returned) = address(insurance).call(data);
        if (success) return;
        assembly {
            revert(add(returned, 0x20), mload(returned))
        }
    }

    /// Hands a role on, announced.
    function _grant(Role role, address next) internal {
        _announced(administrator, abi.encodeCall(insurance.grantRole, (role, next)));
    }

    function _rotate(address next) internal {
        vm.prank(underwriter);
        insurance.replaceSigner(next);
    }

    function _expectUnauthorized(address caller, bytes4 selector) internal {
        vm.expectRevert(abi.encodeWithSelector(IGovernance.Unauthorized.selector, caller, selector));
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

    /// What the holder signs to pay a quote with an authorization, on the token that the quote names.
    function _authorizationDigest(Quote memory quote) internal view returns (bytes32) {
        return _authorizationDigest(
            quote.token,
            usdc.RECEIVE_WITH_AUTHORIZATION_TYPEHASH(),
            abi.encode(
                quote.holder,
                insurance,
                quote.premium,
                uint256(0),
                uint256(quote.validUntil) + 1,
                insurance.hashQuote(quote)
            )
        );
    }

    function _authorizationDigest(address token, bytes32 typehash, bytes memory fields)
        internal
        view
        returns (bytes32)
    {
        bytes32 message = keccak256(bytes.concat(typehash, fields));
        return keccak256(abi.encodePacked(hex"1901", UsdcToken(token).DOMAIN_SEPARATOR(), message));
    }

    /// The holder's authorization of a quote in USDC.
    function _authorize(Quote memory quote) internal view returns (bytes memory) {
        return _sign(holderKey, _authorizationDigest(quote));
    }

    // ─── Refunds ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /// The holder's signed consent to a refund.
    function _consent(uint256 key, bytes32 quoteId, uint256 amount, uint256 validUntil)
        internal
        view
        returns (bytes memory)
    {
        address by = insurance.policyOf(quoteId).holder;
        return _sign(key, insurance.hashCancellation(by, quoteId, amount, validUntil));
    }

    /// The underwriter cancels with a consent that the holder signed just before.
    function _cancel(Quote memory quote, uint256 amount) internal {
        bytes memory signature = _consent(holderKey, insurance.hashQuote(quote), amount, block.timestamp);
        vm.prank(underwriter);
        insurance.refund(quote, amount, block.timestamp, signature);
    }

    function _reject(Quote memory quote) internal {
        vm.prank(underwriter);
        insurance.reject(quote, block.timestamp);
    }

    // ─── Announced payouts ───────────────────────────────────────────────────────────────────────────────────────────

    /// What is announced of a payout: the call without its amount and validity.
    function _payout(bytes32 quoteId, uint256 number, uint256 incidentAt, uint256 dollars)
        internal
        view
        returns (bytes memory)
    {
        address to = insurance.policyOf(quoteId).holder;
        return abi.encodeWithSelector(IInsurancePayment.payAnnounced.selector, quoteId, to, number, incidentAt, dollars);
    }

    /// The claims role pays what it announced.
    function _payAnnounced(bytes memory payout, uint256 amount) internal {
        _execute(claims, bytes.concat(payout, abi.encode(amount, FOREVER)));
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

    /// An uncontested change of holder, as long as it takes.
    function _changeHolder(bytes32 quoteId, address newHolder) internal {
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, newHolder);
        vm.prank(administrator);
        insurance.confirmHolderChange(quoteId, newHolder);
        vm.warp(block.timestamp + 2 days);
        insurance.completeHolderChange(quoteId);
    }

    /// Objected to by its holder and confirmed by both: contested from now on until it lapses.
    function _contest(bytes32 quoteId, address newHolder) internal {
        address former = insurance.policyOf(quoteId).holder;
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, newHolder);
        vm.prank(former);
        insurance.contestHolderChange(quoteId);
        vm.prank(administrator);
        insurance.confirmHolderChange(quoteId, newHolder);
        vm.prank(guardian);
        insurance.confirmHolderChange(quoteId, newHolder);
    }

    /// Lists a token that can be made to misbehave; the holder has some of it and has approved the contract.
    function _listOddToken() internal returns (OddToken odd) {
        odd = new OddToken();
        _announced(administrator, abi.encodeCall(insurance.addCurrency, (_config(address(odd), 1e6, 1e6, 0))));
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
