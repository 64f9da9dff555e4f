// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CommonBase} from "forge-std/Base.sol";
import {StdCheats} from "forge-std/StdCheats.sol";
import {StdUtils} from "forge-std/StdUtils.sol";

import {IGovernance, Role} from "../../src/IGovernance.sol";
import {HolderChange, IInsurancePayment, Policy, Quote} from "../../src/IInsurancePayment.sol";
import {Currency, CurrencyConfig, IPool} from "../../src/IPool.sol";
import {UsdcToken} from "../../src/mocks/UsdcToken.sol";
import {UsdtToken} from "../../src/mocks/UsdtToken.sol";
import {ForcedCoins} from "../mocks/ForcedCoins.sol";
import {Wallet} from "../mocks/Wallet.sol";
import {EventLedger} from "./EventLedger.sol";

/// Calls every entry point, mostly with what should pass, often enough with what should not. A call that the contract
/// refuses is no failure here: what it lets through is what the invariants look at.
contract Handler is CommonBase, StdCheats, StdUtils {
    IInsurancePayment public immutable insurance;
    EventLedger public immutable ledger;
    UsdcToken private immutable _usdc;
    UsdtToken private immutable _usdt;
    uint256 private _signerKey;

    address[4] public holders;
    uint256[4] private _keys;
    Quote[] private _quotes;
    bytes[] private _announced;
    address[] private _announcers;
    bytes[] private _payouts;
    uint256 private _salt;

    mapping(address token => uint256 amount) public surplus;
    mapping(bytes4 selector => uint256 count) public done;
    mapping(bytes32 consent => bool given) private _consented;
    /// Set when a call did what no call may do; an invariant reads it.
    string public fault;

    constructor(
        IInsurancePayment insurance_,
        EventLedger ledger_,
        UsdcToken usdc_,
        UsdtToken usdt_,
        uint256 signerKey
    ) {
        (insurance, ledger, _usdc, _usdt, _signerKey) = (insurance_, ledger_, usdc_, usdt_, signerKey);
        for (uint256 i = 0; i < 3; ++i) {
            (holders[i], _keys[i]) = makeAddrAndKey(string.concat("holder ", vm.toString(i)));
        }
        holders[3] = address(new Wallet());
        _keys[3] = 1;
    }

    // ─── Intake ──────────────────────────────────────────────────────────────────────────────────────────────────────

    function purchase(uint256 seed, uint256 premium, uint16 days_, uint256 value) external {
        Quote memory quote = _newQuote(seed, premium, days_);
        if (quote.token != address(0)) value = value % 16 == 0 ? 1 : 0;
        else value = value % 16 == 0 ? premium : quote.premium;
        _purchase(quote, value % 1000 ether);
    }

    /// Always refused: the quote is used.
    function purchaseAgain(uint256 seed) external {
        if (_quotes.length == 0) return;
        Quote memory quote = _quotes[seed % _quotes.length];
        if (_purchase(quote, quote.token == address(0) ? quote.premium : 0)) fault = "a quote was used twice";
    }

    function purchaseWithAuthorization(uint256 seed, uint256 premium, uint16 days_) external {
        Quote memory quote = _newQuote(seed, premium, days_);
        quote.token = address(_usdc);
        bytes32 message = keccak256(
            abi.encode(
                _usdc.RECEIVE_WITH_AUTHORIZATION_TYPEHASH(),
                quote.holder,
                insurance,
                quote.premium,
                uint256(0),
                uint256(quote.validUntil) + 1,
                insurance.hashQuote(quote)
            )
        );
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(_keyOf(quote.holder), keccak256(abi.encodePacked(hex"1901", _usdc.DOMAIN_SEPARATOR(), message)));
        _usdc.mint(quote.holder, quote.premium);
        bytes memory data = abi.encodeCall(
            IInsurancePayment.purchaseWithAuthorization, (quote, _sign(quote), abi.encodePacked(r, s, v))
        );
        if (_try(holders[seed % 3], data, 0)) _quotes.push(quote);
    }

    function fund(uint256 seed, uint256 amount) external {
        address token = _token(seed);
        amount = bound(amount, 0, token == address(0) ? 100 ether : 100_000e6);
        address from = holders[seed % 3];
        _provide(from, token, amount);
        _try(from, abi.encodeCall(IPool.fund, (token, amount)), token == address(0) ? amount : 0);
    }

    // ─── Payouts ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function payClaim(uint256 seed, uint256 ago, uint256 dollars, uint256 rate) external {
        if (_quotes.length == 0) return;
        bytes32 quoteId = _idOf(seed);
        Policy memory policy = insurance.policyOf(quoteId);
        dollars = bound(dollars, 0, 2 * (policy.cover - policy.paidOut) / (1 + seed % 8));
        uint256 perDollar = _perDollar(policy.token);
        uint256 amount = dollars * bound(rate, perDollar * 9 / 10, perDollar * 112 / 100);
        _try(
            _holderOf(Role.Claims),
            abi.encodeCall(
                IInsurancePayment.payClaim,
                (quoteId, policy.claims + 1, _incidentAt(policy, ago), dollars, amount, block.timestamp)
            ),
            0
        );
    }

    function announcePayout(uint256 seed, uint256 ago, uint256 dollars) external {
        if (_quotes.length == 0) return;
        bytes32 quoteId = _idOf(seed);
        Policy memory policy = insurance.policyOf(quoteId);
        dollars = bound(dollars, 0, policy.cover - policy.paidOut + 1);
        bytes memory payout = abi.encodeWithSelector(
            IInsurancePayment.payAnnounced.selector,
            quoteId,
            policy.holder,
            policy.claims + 1,
            _incidentAt(policy, ago),
            dollars
        );
        if (_try(_holderOf(Role.Claims), abi.encodeCall(IGovernance.announce, (payout)), 0)) _payouts.push(payout);
    }

    /// One of the latest, at times too early, too late, or after a veto.
    function payAnnounced(uint256 seed) external {
        if (_payouts.length == 0) return;
        bytes memory payout = _payouts[_payouts.length - 1 - seed % (_payouts.length < 4 ? _payouts.length : 4)];
        if (seed % 8 == 0) _try(_holderOf(Role.Guardian), abi.encodeCall(IGovernance.veto, (payout)), 0);
        (uint256 executableAt,) = insurance.announcementOf(keccak256(payout));
        if (seed % 4 > 0 && block.timestamp < executableAt) vm.warp(executableAt);
        address token = insurance.policyOf(bytes32(_word(payout, 0))).token;
        uint256 amount = _word(payout, 4) * _perDollar(token);
        _try(_holderOf(Role.Claims), bytes.concat(payout, abi.encode(amount, block.timestamp)), 0);
    }

    function halt(uint256 seed) external {
        bytes memory data = abi.encodeCall(IGovernance.haltPayouts, ());
        uint256 from = insurance.haltableFrom(Role.Pauser);
        if (!_try(_holderOf(Role.Pauser), data, 0)) return;
        if (block.timestamp < from) fault = "payouts were halted again too early";
        if (insurance.haltedUntil() > block.timestamp + 3 days) fault = "payouts are halted too long";
        if (seed % 4 > 0) _try(_holderOf(Role.Guardian), abi.encodeCall(IGovernance.liftHalt, ()), 0);
    }

    // ─── Refunds ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function reject(uint256 seed) external {
        if (_quotes.length == 0) return;
        Quote memory quote = _quotes[seed % _quotes.length];
        _try(_holderOf(Role.Underwriter), abi.encodeCall(IInsurancePayment.reject, (quote, block.timestamp)), 0);
    }

    /// With the holder's signature, or somebody else's.
    function cancel(uint256 seed, uint256 amount, uint256 ahead) external {
        if (_quotes.length == 0) return;
        Quote memory quote = _quotes[seed % _quotes.length];
        bytes32 quoteId = insurance.hashQuote(quote);
        amount = seed % 2 == 0 ? quote.premium : bound(amount, 0, quote.premium + quote.premium / 8);
        uint256 validUntil = block.timestamp + bound(ahead, 0, 16 days);
        bool own = seed % 8 > 0;
        bool allowed = _hasConsent(quoteId, amount, validUntil, own);
        bytes memory signature = _signConsent(quoteId, amount, validUntil, own);
        bytes memory data = abi.encodeCall(IInsurancePayment.refund, (quote, amount, validUntil, signature));
        if (!_try(_holderOf(Role.Underwriter), data, 0)) return;
        if (!allowed) fault = "a policy was canceled without its holder";
        if (validUntil > block.timestamp + 15 days) fault = "a consent was too long";
    }

    /// The holder's own call, and some time later the refund.
    function consent(uint256 seed, uint256 amount, uint256 step) external {
        if (_quotes.length == 0) return;
        Quote memory quote = _quotes[seed % _quotes.length];
        bytes32 quoteId = insurance.hashQuote(quote);
        address holder = insurance.policyOf(quoteId).holder;
        amount = bound(amount, 0, quote.premium);
        uint256 validUntil = block.timestamp + 14 days;
        bytes32 consentId = _consentId(quoteId, holder, amount, validUntil);
        bytes memory data = abi.encodeCall(IInsurancePayment.consentToCancellation, (quoteId, amount, validUntil));
        if (!_try(holder, data, 0)) return;
        _consented[consentId] = true;
        if (step % 4 == 0) {
            _try(holder, abi.encodeCall(IInsurancePayment.revokeConsent, (quoteId, validUntil)), 0);
            _consented[consentId] = false;
        }
        if (step % 2 == 0) vm.warp(block.timestamp + step % 3 days);
        data = abi.encodeCall(IInsurancePayment.refund, (quote, amount, validUntil, ""));
        if (_try(_holderOf(Role.Underwriter), data, 0) && !_consented[consentId]) fault = "a revoked consent was used";
    }

    function pull(uint256 seed, uint256 to) external {
        bytes32 quoteId = _owedPolicy(seed);
        if (quoteId == 0) return;
        address holder = insurance.policyOf(quoteId).holder;
        address recipient = to % 4 == 0 ? holders[3] : to % 4 == 1 ? holders[to % 3] : holder;
        _try(holder, abi.encodeCall(IInsurancePayment.pull, (quoteId, recipient)), 0);
    }

    // ─── Announced calls ─────────────────────────────────────────────────────────────────────────────────────────────

    function announce(uint256 seed, uint256 amount) external {
        Currency memory currency = insurance.currencies()[(seed >> 128) % 3];
        address token = currency.token;
        uint256 free = insurance.freeCapital(token);
        (address by, bytes memory data) = (_holderOf(Role.Administrator), bytes(""));
        if (seed % 5 == 0) {
            by = _holderOf(Role.Treasurer);
            data = abi.encodeCall(IPool.withdraw, (token, holders[seed % 3], bound(amount, 0, free / 2 + 1)));
        } else if (seed % 5 == 1) {
            CurrencyConfig memory config = _limitsOf(currency);
            config.minimumReserve = uint112(bound(amount, 0, currency.minimumReserve));
            data = abi.encodeCall(IPool.loosenLimits, (config));
        } else if (seed % 5 == 2) {
            CurrencyConfig memory config = _limitsOf(currency);
            config.allowance = uint32(bound(amount, 0, 1_000_000));
            data = abi.encodeCall(IPool.loosenLimits, (config));
        } else if (seed % 5 == 3) {
            address next = address(uint160(uint256(keccak256(abi.encode("role", seed % 64)))));
            data = abi.encodeCall(IGovernance.grantRole, (Role(seed % 7), next));
        } else {
            data = abi.encodeCall(IPool.loosenLimits, (_limitsOf(currency)));
        }
        if (!_try(by, abi.encodeCall(IGovernance.announce, (data)), 0)) return;
        _announced.push(data);
        _announcers.push(by);
    }

    /// One of the latest announcements can be executed afterwards only if it replaces the guardian.
    function vetoAll(uint256 seed) external {
        if (seed % 8 > 0 || !_try(_holderOf(Role.Guardian), abi.encodeCall(IGovernance.vetoAll, ()), 0)) return;
        for (uint256 i = _announced.length; i > 0 && i + 8 > _announced.length; --i) {
            bytes memory data = _announced[i - 1];
            (uint256 executableAt,) = insurance.announcementOf(keccak256(data));
            bool successor = bytes4(data) == IGovernance.grantRole.selector && _word(data, 0) == uint256(Role.Guardian);
            if (executableAt != 0 && !successor) fault = "an announcement outlived vetoAll";
        }
    }

    function recover(uint256 seed) external {
        if (seed % 8 > 0) return;
        address account = insurance.recovery();
        bytes memory rescue = abi.encodeCall(IGovernance.grantRole, (Role.Administrator, account));
        (uint256 executableAt,) = insurance.announcementOf(keccak256(rescue));
        if (executableAt == 0 || seed % 32 == 0) {
            bool renewed = _try(_holderOf(Role.Guardian), abi.encodeCall(IGovernance.announce, (rescue)), 0);
            if (renewed && executableAt > block.timestamp) fault = "a recovery was put off";
            return;
        }
        if (_try(account, rescue, 0)) {
            ++done[IGovernance.recovery.selector];
            if (block.timestamp < executableAt) fault = "a recovery before its time";
            if (insurance.roleHolder(Role.Administrator) != account) fault = "a recovery of nothing";
        }
    }

    /// At times too early, too late, or after a veto.
    function execute(uint256 seed) external {
        if (_announced.length == 0) return;
        // One of the latest: the others have expired.
        uint256 i = _announced.length - 1 - seed % (_announced.length < 8 ? _announced.length : 8);
        bytes memory data = _announced[i];
        if (seed % 8 == 0) _try(_holderOf(Role.Guardian), abi.encodeCall(IGovernance.veto, (data)), 0);
        (uint256 executableAt,) = insurance.announcementOf(keccak256(data));
        if (seed % 4 > 0 && block.timestamp < executableAt) vm.warp(executableAt);
        bool handsOver = bytes4(data) == IGovernance.grantRole.selector && _word(data, 0) == 0;
        if (!_try(handsOver ? address(uint160(_word(data, 1))) : _announcers[i], data, 0)) return;
        Currency[] memory list = insurance.currencies();
        if (bytes4(data) != IPool.withdraw.selector) return;
        for (uint256 j = 0; j < 3; ++j) {
            uint256 bound_ = list[j].owed + list[j].minimumReserve;
            if (_word(data, 0) == uint160(list[j].token) && _balance(list[j].token) < bound_) {
                fault = "a withdrawal left less than owed and reserve";
            }
        }
    }

    // ─── What is immediate ───────────────────────────────────────────────────────────────────────────────────────────

    function lower(uint256 seed, uint256 amount) external {
        Currency memory currency = insurance.currencies()[(seed >> 128) % 3];
        address admin = _holderOf(Role.Administrator);
        uint256 most = currency.token == address(0) ? 50 ether : 50_000e6;
        CurrencyConfig memory config = _limitsOf(currency);
        config.minimumReserve = uint112(bound(amount, 0, most));
        _try(admin, abi.encodeCall(IPool.tightenLimits, (config)), 0);
        config = _limitsOf(insurance.currencies()[(seed >> 128) % 3]);
        config.allowance = uint32(bound(amount, 200_000, 600_000));
        _try(admin, abi.encodeCall(IPool.tightenLimits, (config)), 0);
        Currency memory next = insurance.currencies()[(seed >> 128) % 3];
        if (next.minimumReserve < currency.minimumReserve) fault = "a reserve was lowered at once";
        if (next.allowance > currency.allowance) fault = "an allowance was raised at once";
    }

    function _limitsOf(Currency memory currency) private pure returns (CurrencyConfig memory) {
        return CurrencyConfig(
            currency.token, currency.minPerDollar, currency.maxPerDollar, currency.minimumReserve, currency.allowance
        );
    }

    function togglePause(uint256 seed) external {
        if (seed % 4 == 0) _try(_holderOf(Role.Pauser), abi.encodeCall(IGovernance.pause, ()), 0);
        else _try(_holderOf(Role.Administrator), abi.encodeCall(IGovernance.unpause, ()), 0);
        if (seed % 16 == 0) {
            _try(_holderOf(Role.Guardian), abi.encodeCall(IPool.closeCurrency, (_token(seed))), 0);
        }
    }

    function rotateSigner(uint256 seed) external {
        uint256 key = uint256(keccak256(abi.encode("signer", seed % 8)));
        bytes memory data = abi.encodeCall(IGovernance.replaceSigner, (vm.addr(key)));
        if (_try(_holderOf(Role.Underwriter), data, 0)) _signerKey = key;
    }

    // ─── Holders ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function changeHolder(uint256 seed, uint256 step) external {
        if (_quotes.length == 0) return;
        bytes32 quoteId = _idOf(seed);
        HolderChange memory change = insurance.holderChangeOf(quoteId);
        address admin = _holderOf(Role.Administrator);
        if (change.newHolder == address(0)) {
            address next = holders[(seed >> 8) % 4];
            _try(_holderOf(Role.Underwriter), abi.encodeCall(IInsurancePayment.proposeHolderChange, (quoteId, next)), 0);
        } else if (step % 5 == 0) {
            address holder = insurance.policyOf(quoteId).holder;
            _try(holder, abi.encodeCall(IInsurancePayment.contestHolderChange, (quoteId)), 0);
        } else if (step % 5 == 1) {
            _try(admin, abi.encodeCall(IInsurancePayment.stopHolderChange, (quoteId)), 0);
        } else {
            bytes memory data = abi.encodeCall(IInsurancePayment.confirmHolderChange, (quoteId, change.newHolder));
            _try(admin, data, 0);
            _try(_holderOf(Role.Guardian), data, 0);
        }
    }

    function completeHolderChange(uint256 seed) external {
        if (_quotes.length == 0) return;
        bytes32 quoteId = _changingPolicy(seed);
        HolderChange memory change = insurance.holderChangeOf(quoteId);
        if (seed % 4 > 0 && block.timestamp < change.effectiveAt) vm.warp(change.effectiveAt);
        if (!_try(address(this), abi.encodeCall(IInsurancePayment.completeHolderChange, (quoteId)), 0)) return;
        if (change.effectiveAt == 0 || block.timestamp < change.effectiveAt) {
            fault = "a holder was changed before its time";
        }
        if (change.contested && !(change.administratorConfirmed && change.guardianConfirmed)) {
            fault = "a contested change had one confirmation";
        }
        (bytes32 digest,) = insurance.consentOf(quoteId);
        if (digest != 0) fault = "a consent outlived its holder";
    }

    // ─── The world around ────────────────────────────────────────────────────────────────────────────────────────────

    /// Whoever holds no role tries everything that moves money or cover.
    function intrude(uint256 seed, address caller, uint256 call_) external {
        for (uint256 i = 0; i < 7; ++i) {
            if (caller == insurance.roleHolder(Role(i))) return;
        }
        bytes memory handover = abi.encodeCall(IGovernance.grantRole, (Role.Administrator, caller));
        (uint256 executableAt,) = insurance.announcementOf(keccak256(handover));
        if (_quotes.length == 0 || executableAt != 0) return;
        Quote memory quote = _quotes[seed % _quotes.length];
        bytes32 quoteId = insurance.hashQuote(quote);
        if (caller == insurance.policyOf(quoteId).holder) return;
        bytes[12] memory calls = [
            abi.encodeCall(IInsurancePayment.payClaim, (quoteId, 1, block.timestamp, 1, 1e6, block.timestamp)),
            abi.encodeCall(IInsurancePayment.reject, (quote, block.timestamp)),
            abi.encodeCall(IInsurancePayment.refund, (quote, 0, block.timestamp, "")),
            abi.encodeCall(IPool.withdraw, (_token(seed), caller, 1)),
            abi.encodeCall(IInsurancePayment.pull, (quoteId, caller)),
            abi.encodeCall(IPool.tightenLimits, (CurrencyConfig(_token(seed), 1, 1, type(uint112).max, 0))),
            abi.encodeCall(IInsurancePayment.proposeHolderChange, (quoteId, caller)),
            abi.encodeCall(IInsurancePayment.consentToCancellation, (quoteId, 0, block.timestamp)),
            abi.encodeCall(IGovernance.replaceSigner, (caller)),
            handover,
            abi.encodeCall(IGovernance.announce, (abi.encodeCall(IGovernance.grantRole, (Role.Claims, caller)))),
            abi.encodeCall(IGovernance.haltPayouts, ())
        ];
        if (_try(caller, calls[call_ % 12], 0)) fault = "somebody without a role got through";
        else ++done[msg.sig];
    }

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

    /// Logs of a call that was reverted are recorded too: the ledger gets those of successful ones only.
    function _try(address from, bytes memory data, uint256 value) private returns (bool success) {
        vm.recordLogs();
        vm.prank(from);
        (success,) = address(insurance).call{value: value}(data);
        if (success) {
            ++done[bytes4(data)];
            ledger.read(vm.getRecordedLogs(), address(insurance));
        } else {
            vm.getRecordedLogs();
        }
    }

    function _newQuote(uint256 seed, uint256 premium, uint16 days_) private returns (Quote memory) {
        uint256 today = block.timestamp / 1 days;
        address token = _token(seed);
        return Quote({
            holder: holders[(seed >> 16) % 4],
            token: token,
            premium: bound(premium, 1, token == address(0) ? 5 ether : 10_000e6),
            product: uint8(1 + seed % 15),
            cover: uint24(1 + (seed >> 32) % 400_000),
            startDay: uint16(today + (seed >> 64) % 3),
            endDay: uint16(today + 2 + days_ % 30),
            validUntil: uint40(block.timestamp),
            detailsHash: bytes32(++_salt)
        });
    }

    function _purchase(Quote memory quote, uint256 value) private returns (bool success) {
        bytes memory signature = _sign(quote);
        _provide(quote.holder, quote.token, quote.premium);
        if (quote.token == address(0)) vm.deal(address(this), value);
        success = _try(quote.holder, abi.encodeCall(IInsurancePayment.purchase, (quote, signature)), value);
        if (success) _quotes.push(quote);
    }

    function _provide(address to, address token, uint256 amount) private {
        if (token == address(0)) {
            vm.deal(address(this), amount);
            return;
        }
        UsdtToken(token).mint(to, amount);
        vm.startPrank(to);
        UsdtToken(token).approve(address(insurance), 0);
        UsdtToken(token).approve(address(insurance), amount);
        vm.stopPrank();
    }

    function _incidentAt(Policy memory policy, uint256 ago) private view returns (uint256) {
        uint256 latest = policy.end < block.timestamp ? policy.end : block.timestamp;
        return latest - bound(ago, 0, 3 days);
    }

    function _idOf(uint256 seed) private view returns (bytes32) {
        return insurance.hashQuote(_quotes[seed % _quotes.length]);
    }

    function _owedPolicy(uint256 seed) private view returns (bytes32) {
        for (uint256 i = 0; i < _quotes.length; ++i) {
            bytes32 quoteId = insurance.hashQuote(_quotes[addmod(seed, i, _quotes.length)]);
            if (insurance.owed(quoteId) > 0) return quoteId;
        }
        return 0;
    }

    function _changingPolicy(uint256 seed) private view returns (bytes32) {
        for (uint256 i = 0; i < _quotes.length; ++i) {
            bytes32 quoteId = insurance.hashQuote(_quotes[addmod(seed, i, _quotes.length)]);
            if (insurance.holderChangeOf(quoteId).effectiveAt > 0) return quoteId;
        }
        return _idOf(seed);
    }

    function _sign(Quote memory quote) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(_signerKey, insurance.hashQuote(quote));
        return abi.encodePacked(r, s, v);
    }

    function _signConsent(bytes32 quoteId, uint256 amount, uint256 validUntil, bool own)
        private
        view
        returns (bytes memory)
    {
        address holder = insurance.policyOf(quoteId).holder;
        uint256 key = own ? _keyOf(holder) : 0xbad;
        bytes32 digest = insurance.hashCancellation(holder, quoteId, amount, validUntil);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    /// The wallet among the holders signs nothing.
    function _hasConsent(bytes32 quoteId, uint256 amount, uint256 validUntil, bool own) private view returns (bool) {
        address holder = insurance.policyOf(quoteId).holder;
        (, uint256 voidUntil) = insurance.consentOf(quoteId);
        if (own && holder != holders[3] && validUntil > voidUntil) return true;
        return _consented[_consentId(quoteId, holder, amount, validUntil)];
    }

    function _keyOf(address account) private view returns (uint256) {
        for (uint256 i = 0; i < 3; ++i) {
            if (holders[i] == account) return _keys[i];
        }
        return _keys[3];
    }

    function _holderOf(Role role) private view returns (address) {
        return insurance.roleHolder(role);
    }

    function _token(uint256 seed) private view returns (address) {
        return [address(0), address(_usdc), address(_usdt)][(seed >> 128) % 3];
    }

    function _perDollar(address token) private pure returns (uint256) {
        return token == address(0) ? 5e14 : 1e6;
    }

    function _balance(address token) private view returns (uint256) {
        return token == address(0) ? address(insurance).balance : UsdtToken(token).balanceOf(address(insurance));
    }

    function _consentId(bytes32 quoteId, address holder, uint256 amount, uint256 validUntil)
        private
        pure
        returns (bytes32)
    {
        return keccak256(abi.encode(quoteId, holder, amount, validUntil));
    }

    /// A word of a call's arguments.
    function _word(bytes memory data, uint256 index) private pure returns (uint256 word) {
        assembly {
            word := mload(add(add(data, 0x24), mul(index, 0x20)))
        }
    }
}
