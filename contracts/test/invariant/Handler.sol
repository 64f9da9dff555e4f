// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CommonBase} from "forge-std/Base.sol";
import {StdCheats} from "forge-std/StdCheats.sol";
import {StdUtils} from "forge-std/StdUtils.sol";

import {CurrencyConfig, IInsurancePayment, Policy, Quote, Role, Status} from "../../src/IInsurancePayment.sol";
import {UsdcToken} from "../../src/mocks/UsdcToken.sol";
import {UsdtToken} from "../../src/mocks/UsdtToken.sol";
import {ForcedCoins} from "../mocks/ForcedCoins.sol";
import {Wallet} from "../mocks/Wallet.sol";
import {Ledger} from "./Ledger.sol";

/// Calls every entry point, mostly with what should pass, often enough with what should not. A call that the contract
/// refuses is no failure here: what it lets through is what the invariants look at.
contract Handler is CommonBase, StdCheats, StdUtils {
    IInsurancePayment public immutable insurance;
    Ledger public immutable ledger;
    UsdcToken private immutable _usdc;
    UsdtToken private immutable _usdt;
    uint256 private _signerKey;

    address[4] public holders;
    uint256[4] private _keys;
    Quote[] private _quotes;
    uint256 private _salt;

    mapping(address token => uint256 amount) public surplus;
    mapping(bytes4 selector => uint256 count) public done;
    /// Set when a call did what no call may do; an invariant reads it.
    string public fault;

    /// Logs of a call that was reverted are recorded too: only `_succeeded` hands them to the ledger.
    modifier recorded() {
        vm.recordLogs();
        _;
        vm.getRecordedLogs();
    }

    constructor(IInsurancePayment insurance_, Ledger ledger_, UsdcToken usdc_, UsdtToken usdt_, uint256 signerKey) {
        (insurance, ledger, _usdc, _usdt, _signerKey) = (insurance_, ledger_, usdc_, usdt_, signerKey);
        for (uint256 i = 0; i < 3; ++i) {
            (holders[i], _keys[i]) = makeAddrAndKey(string.concat("holder ", vm.toString(i)));
        }
        holders[3] = address(new Wallet());
        _keys[3] = 1;
    }

    // ─── Intake ──────────────────────────────────────────────────────────────────────────────────────────────────────

    function purchase(uint256 seed, uint256 premium, uint16 days_, uint256 value) external recorded {
        Quote memory quote = _newQuote(seed, premium, days_);
        if (quote.token != address(0)) value = value % 16 == 0 ? 1 : 0;
        else value = value % 16 == 0 ? premium : quote.premium;
        _purchase(quote, value % 1000 ether);
    }

    /// Always refused: the quote is used.
    function purchaseAgain(uint256 seed) external recorded {
        if (_quotes.length == 0) return;
        Quote memory quote = _quotes[seed % _quotes.length];
        _purchase(quote, quote.token == address(0) ? quote.premium : 0);
    }

    function purchaseWithPermit(uint256 seed, uint256 premium, uint16 days_) external recorded {
        Quote memory quote = _newQuote(seed, premium, days_);
        quote.token = address(_usdc);
        bytes memory signature = _sign(quote);
        bytes32 permit = keccak256(
            abi.encode(
                _usdc.PERMIT_TYPEHASH(),
                quote.holder,
                insurance,
                quote.premium,
                _usdc.nonces(quote.holder),
                block.timestamp
            )
        );
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(_keyOf(quote.holder), keccak256(abi.encodePacked(hex"1901", _usdc.DOMAIN_SEPARATOR(), permit)));
        _usdc.mint(quote.holder, quote.premium);
        vm.prank(quote.holder);
        try insurance.purchaseWithPermit(quote, signature, block.timestamp, v, r, s) {
            _quotes.push(quote);
            _succeeded();
        } catch {}
    }

    function fund(uint256 seed, uint256 amount) external recorded {
        address token = _token(seed);
        amount = bound(amount, 0, token == address(0) ? 100 ether : 100_000e6);
        address from = holders[seed % 3];
        _provide(from, token, amount);
        vm.prank(from);
        try insurance.fund{value: token == address(0) ? amount : 0}(token, amount) {
            _succeeded();
        } catch {}
    }

    // ─── Payouts ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function payClaim(uint256 seed, uint256 ago, uint256 dollars, uint256 rate) external recorded {
        if (_quotes.length == 0) return;
        bytes32 quoteId = insurance.hashQuote(_quotes[seed % _quotes.length]);
        Policy memory policy = insurance.policyOf(quoteId);
        uint256 latest = policy.end < block.timestamp ? policy.end : block.timestamp;
        uint256 incidentAt = latest - bound(ago, 0, 3 days);
        dollars = bound(dollars, 0, 2 * (policy.cover - policy.paidOut) / (1 + seed % 8));
        uint256 perDollar = policy.token == address(0) ? 5e14 : 1e6;
        uint256 amount = dollars * bound(rate, perDollar * 9 / 10, perDollar * 112 / 100);
        vm.prank(insurance.roleHolder(Role.Claims));
        try insurance.payClaim(quoteId, policy.claims + 1, incidentAt, dollars, amount, block.timestamp) {
            _succeeded();
        } catch {}
    }

    function refund(uint256 seed, uint256 amount, uint8 outcome) external recorded {
        if (_quotes.length == 0) return;
        Quote memory quote = _quotes[seed % _quotes.length];
        amount = outcome % 2 == 0 ? quote.premium : bound(amount, 0, quote.premium + quote.premium / 8);
        vm.prank(insurance.roleHolder(Role.Underwriter));
        try insurance.refund(quote, amount, Status(outcome % 4), block.timestamp) {
            _succeeded();
        } catch {}
    }

    function pull(uint256 seed, uint256 to) external recorded {
        bytes32 quoteId = _owedPolicy(seed);
        if (quoteId == 0) return;
        vm.prank(insurance.policyOf(quoteId).holder);
        try insurance.pull(quoteId, to % 4 == 0 ? holders[3] : holders[to % 3]) {
            _succeeded();
        } catch {}
    }

    // ─── Treasury ────────────────────────────────────────────────────────────────────────────────────────────────────

    function withdraw(uint256 seed, uint256 amount) external recorded {
        address token = _token(seed);
        uint256 free = insurance.freeCapital(token);
        amount = bound(amount, 0, free + free / 8 + 1);
        if (seed % 4 > 0) amount /= 4;
        vm.prank(insurance.roleHolder(Role.Treasurer));
        try insurance.withdraw(token, holders[seed % 3], amount) {
            _succeeded();
            (uint256 reserve,,) = insurance.minimumReserve(token);
            if (_balance(token) < ledger.owed(token) + reserve) fault = "a withdrawal left less than owed and reserve";
        } catch {}
    }

    function setMinimumReserve(uint256 seed, uint128 amount) external {
        address token = _token(seed);
        (uint256 before,,) = insurance.minimumReserve(token);
        amount = uint128(bound(amount, 0, token == address(0) ? 500 ether : 500_000e6));
        vm.prank(insurance.admin());
        insurance.setMinimumReserve(token, amount);
        (uint256 next,,) = insurance.minimumReserve(token);
        if (next < before) fault = "a reserve was lowered at once";
        ++done[msg.sig];
    }

    // ─── Holders and governance ──────────────────────────────────────────────────────────────────────────────────────

    function changeHolder(uint256 seed, uint256 step) external {
        if (_quotes.length == 0) return;
        bytes32 quoteId = insurance.hashQuote(_quotes[seed % _quotes.length]);
        address next = holders[(seed >> 8) % 4];
        if (step % 5 == 0) vm.prank(insurance.policyOf(quoteId).holder);
        else vm.prank(insurance.roleHolder(Role.Underwriter));
        if (step % 5 == 0) {
            try insurance.stopHolderChange(quoteId) {} catch {}
        } else {
            insurance.proposeHolderChange(quoteId, next);
            vm.prank(insurance.admin());
            insurance.confirmHolderChange(quoteId, next);
        }
    }

    function completeHolderChange(uint256 seed) external recorded {
        if (_quotes.length == 0) return;
        bytes32 quoteId = insurance.hashQuote(_quotes[seed % _quotes.length]);
        uint256 effectiveAt = insurance.holderChangeOf(quoteId).effectiveAt;
        try insurance.completeHolderChange(quoteId) {
            if (effectiveAt == 0 || block.timestamp < effectiveAt) fault = "a holder was changed before its time";
            _succeeded();
        } catch {}
    }

    function togglePause(uint256 seed) external {
        vm.startPrank(insurance.admin());
        if (seed % 4 == 0) insurance.pause();
        else insurance.unpause();
        insurance.setCurrencyAccepted(_token(seed), seed % 8 > 0);
        vm.stopPrank();
    }

    function handOnRole(uint256 seed) external {
        Role role = Role(1 + seed % 4);
        vm.startPrank(insurance.admin());
        insurance.setRole(role, address(uint160(uint256(keccak256(abi.encode("role", seed % 64))))));
        vm.stopPrank();
    }

    function rotateSigner(uint256 seed) external {
        uint256 key = uint256(keccak256(abi.encode("signer", seed % 8)));
        vm.prank(insurance.admin());
        insurance.setRole(Role.Signer, vm.addr(key));
        _signerKey = key;
    }

    function changeAdmin(uint256 seed) external {
        address next = address(uint160(uint256(keccak256(abi.encode("admin", seed % 8)))));
        vm.prank(insurance.admin());
        insurance.proposeAdmin(next);
        vm.prank(next);
        insurance.acceptAdmin();
    }

    function setPayoutBounds(uint256 seed, uint256 lowest) external {
        address token = _token(seed);
        uint256 perDollar = token == address(0) ? 5e14 : 1e6;
        uint96 minimum = uint96(bound(lowest, perDollar * 8 / 10, perDollar));
        vm.prank(insurance.admin());
        insurance.setPayoutBounds(token, minimum, uint96(perDollar * 11 / 10));
    }

    function addCurrency(uint256 seed) external {
        CurrencyConfig memory config = CurrencyConfig({
            token: seed % 4 == 0 ? address(_usdt) : address(new UsdtToken(address(this))),
            minPerDollar: 1,
            maxPerDollar: 1,
            minimumReserve: uint128(seed % 1000)
        });
        vm.prank(insurance.admin());
        try insurance.addCurrency(config) {
            ++done[msg.sig];
        } catch {}
    }

    /// Whoever holds no role tries everything that moves money or cover.
    function intrude(uint256 seed, address caller, uint256 call_) external {
        for (uint256 i = 0; i < 5; ++i) {
            if (caller == insurance.roleHolder(Role(i)) || caller == insurance.admin()) return;
        }
        if (_quotes.length == 0) return;
        Quote memory quote = _quotes[seed % _quotes.length];
        bytes32 quoteId = insurance.hashQuote(quote);
        if (caller == insurance.policyOf(quoteId).holder) return;
        bytes[10] memory calls = [
            abi.encodeCall(insurance.payClaim, (quoteId, 1, block.timestamp, 1, 1e6, block.timestamp)),
            abi.encodeCall(insurance.refund, (quote, quote.premium, Status.Rejected, block.timestamp)),
            abi.encodeCall(insurance.withdraw, (_token(seed), caller, 1)),
            abi.encodeCall(insurance.pull, (quoteId, caller)),
            abi.encodeCall(insurance.setMinimumReserve, (_token(seed), 0)),
            abi.encodeCall(insurance.proposeHolderChange, (quoteId, caller)),
            abi.encodeCall(insurance.confirmHolderChange, (quoteId, caller)),
            abi.encodeCall(insurance.setRole, (Role.Claims, caller)),
            abi.encodeCall(insurance.acceptAdmin, ()),
            abi.encodeCall(insurance.setPayoutBounds, (_token(seed), 1, type(uint96).max))
        ];
        vm.prank(caller);
        (bool success,) = address(insurance).call(calls[call_ % 10]);
        if (success) fault = "somebody without a role got through";
        else ++done[msg.sig];
    }

    // ─── The world around ────────────────────────────────────────────────────────────────────────────────────────────

    function passTime(uint256 seconds_) external {
        vm.warp(block.timestamp + bound(seconds_, 1, 3 days));
    }

    function refuse(uint256 seed) external {
        Wallet(payable(holders[3])).setOnReceive(seed % 2 == 0 ? Wallet.OnReceive.Refuse : Wallet.OnReceive.Take);
        _usdc.setDenied(holders[seed % 4], seed % 3 == 0);
        _usdt.setDenied(holders[(seed >> 8) % 4], seed % 5 == 0);
    }

    function sendUninvited(uint256 seed, uint256 amount) external {
        address token = _token(seed);
        amount = bound(amount, 1, 1e9);
        surplus[token] += amount;
        if (token == address(0)) {
            vm.deal(address(this), amount);
            new ForcedCoins{value: amount}(payable(address(insurance)));
        } else {
            _provide(address(this), token, amount);
            UsdtToken(token).transfer(address(insurance), amount);
        }
    }

    // ─── Helpers ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function _succeeded() private {
        ++done[msg.sig];
        ledger.read(vm.getRecordedLogs(), address(insurance));
    }

    function _newQuote(uint256 seed, uint256 premium, uint16 days_) private returns (Quote memory) {
        uint256 today = block.timestamp / 1 days;
        address token = _token(seed);
        return Quote({
            holder: holders[(seed >> 16) % 4],
            token: token,
            premium: bound(premium, 1, token == address(0) ? 5 ether : 10_000e6),
            product: uint8(1 + seed % 3),
            cover: uint24(1 + (seed >> 32) % 100_000),
            startDay: uint16(today + (seed >> 64) % 3),
            endDay: uint16(today + 2 + days_ % 30),
            validUntil: uint40(block.timestamp),
            detailsHash: bytes32(++_salt)
        });
    }

    function _purchase(Quote memory quote, uint256 value) private {
        bytes memory signature = _sign(quote);
        _provide(quote.holder, quote.token, quote.premium);
        if (quote.token == address(0)) vm.deal(quote.holder, quote.holder.balance + value);
        vm.prank(quote.holder);
        try insurance.purchase{value: value}(quote, signature) {
            _quotes.push(quote);
            _succeeded();
        } catch {}
    }

    function _provide(address to, address token, uint256 amount) private {
        if (token == address(0)) {
            vm.deal(to, to.balance + amount);
            return;
        }
        UsdtToken(token).mint(to, amount);
        vm.startPrank(to);
        UsdtToken(token).approve(address(insurance), 0);
        UsdtToken(token).approve(address(insurance), amount);
        vm.stopPrank();
    }

    function _owedPolicy(uint256 seed) private view returns (bytes32) {
        for (uint256 i = 0; i < _quotes.length; ++i) {
            bytes32 quoteId = insurance.hashQuote(_quotes[addmod(seed, i, _quotes.length)]);
            if (insurance.owed(quoteId) > 0) return quoteId;
        }
        return 0;
    }

    function _sign(Quote memory quote) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(_signerKey, insurance.hashQuote(quote));
        return abi.encodePacked(r, s, v);
    }

    function _keyOf(address account) private view returns (uint256) {
        for (uint256 i = 0; i < 3; ++i) {
            if (holders[i] == account) return _keys[i];
        }
        return _keys[3];
    }

    function _token(uint256 seed) private view returns (address) {
        return [address(0), address(_usdc), address(_usdt)][(seed >> 128) % 3];
    }

    function _balance(address token) private view returns (uint256) {
        return token == address(0) ? address(insurance).balance : UsdtToken(token).balanceOf(address(insurance));
    }
}
