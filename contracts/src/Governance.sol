// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// Functions stand together by what they are about.
// solhint-disable ordering

import {Delays, IGovernance, Role, RoleHolders} from "./IGovernance.sol";
import {IInsurancePayment} from "./IInsurancePayment.sol";
import {IPool} from "./IPool.sol";
import {AT_ONCE, GUARDIAN, Powers, TWO_WORDS} from "./Powers.sol";

/// @title Who holds which role, what was announced, and what is stopped
abstract contract Governance is IInsurancePayment {
    /// All that a purchase has to know of the configuration, so that it costs one cold read.
    struct Intake {
        // slot 0
        address signer;
        bool paused;
        /// Bit i: whether currency i is accepted.
        uint16 accepted;
        uint8 currencyCount;
    }

    /// All that a payout has to know of its role.
    struct ClaimsRole {
        // slot 0
        address holder;
        uint64 haltedUntil;
    }

    /// What an announcement has to wait for, and what makes it void.
    enum Kind {
        Ordinary,
        /// Of one currency, whose closing or tightening makes it void.
        Loosening,
        /// A guardian that could veto its successor could never be removed.
        NewGuardian,
        /// Nothing makes it void.
        Recovery
    }

    struct Announcement {
        // slot 0
        uint40 announcedAt;
        uint40 executableAt;
        Kind kind;
        Role by;
        /// What a loosening is about.
        address token;
    }

    /// How long an announced call or a confirmed change of holder can be executed once its delay is over.
    uint256 internal constant EXECUTION_WINDOW = 7 days;
    /// The same for a new guardian, so that no announcement is older than 9 days when it is executed.
    uint256 private constant GUARDIAN_WINDOW = 2 days;
    uint256 private constant HALT_PERIOD = 3 days;
    uint256 private constant HALT_INTERVAL = 7 days;
    uint256 private constant MAX_DELAY = 30 days;

    uint256 private immutable ANNOUNCEMENT_DELAY;
    uint256 internal immutable HOLDER_CHANGE_DELAY;
    uint256 internal immutable CONTESTED_HOLDER_CHANGE_DELAY;
    uint256 private immutable GUARDIAN_DELAY;
    uint256 private immutable RECOVERY_DELAY;
    address private immutable RECOVERY;

    Intake internal _intake;
    ClaimsRole private _claimsRole;
    /// Signer and claims are kept in the two slots above instead.
    mapping(Role role => address holder) private _roleHolders;
    mapping(bytes32 callHash => Announcement announcement) private _announcements;
    /// What a role announced up to this second is void: the role has lost its holder since. The guardian's makes void
    /// what any role announced.
    mapping(Role role => uint256 time) private _voidUntil;
    /// When a currency was last closed or its limits tightened.
    mapping(address token => uint256 time) internal _tightenedAt;

    /// @inheritdoc IGovernance
    mapping(Role role => uint256 time) public haltableFrom;

    /// Lets through who the table names; an announced call only in its time, and once.
    modifier restricted() {
        _authorize();
        _;
    }

    constructor(RoleHolders memory holders, address recovery_, Delays memory delays_) {
        _checkDelays(delays_);
        ANNOUNCEMENT_DELAY = delays_.announcement;
        GUARDIAN_DELAY = delays_.guardian;
        RECOVERY_DELAY = delays_.recovery;
        RECOVERY = recovery_;
        HOLDER_CHANGE_DELAY = delays_.holderChange;
        CONTESTED_HOLDER_CHANGE_DELAY = delays_.contestedHolderChange;
        _setRole(Role.Guardian, holders.guardian);
        _setRole(Role.Claims, holders.claims);
        _setRole(Role.Underwriter, holders.underwriter);
        _setRole(Role.Treasurer, holders.treasurer);
        _setRole(Role.Pauser, holders.pauser);
        _setRole(Role.Signer, holders.signer);
        _setRole(Role.Administrator, holders.administrator);
    }

    // ─── Announced calls ─────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc IGovernance
    function announce(bytes calldata data) external {
        // Of a call only its selector; a shorter one is none that can be announced.
        // forge-lint: disable-next-line(unsafe-typecast)
        bytes4 selector = bytes4(data);
        (uint8 roles, uint256 announced) = Powers.rowOf(selector);
        require(announced != AT_ONCE && data.length == announced, NotAnnounceable(selector));
        (Kind kind, address token) = _kindOf(selector, data);
        Role by = _checkCaller(kind == Kind.Recovery ? GUARDIAN : roles, selector);
        bytes32 callHash = keccak256(data);
        uint256 executableAt = block.timestamp + _delayOf(kind);
        (Announcement memory standing,) = _standing(callHash);
        if (standing.announcedAt != 0) {
            // Its seven days begin again. One that still waits can't be put off.
            bool renewable = kind == Kind.Recovery && standing.executableAt <= block.timestamp;
            require(renewable, AlreadyAnnounced(callHash));
            executableAt = block.timestamp;
        }
        // Seconds fit 40 bits.
        // forge-lint: disable-next-line(unsafe-typecast)
        standing = Announcement(uint40(block.timestamp), uint40(executableAt), kind, by, token);
        require(block.timestamp > _voidUntilOf(standing), VoidInThisSecond());
        _announcements[callHash] = standing;
        emit CallAnnounced(callHash, selector, msg.sender, data, executableAt, executableAt + _windowOf(kind));
    }

    /// @inheritdoc IGovernance
    function veto(bytes calldata data) external {
        // forge-lint: disable-next-line(unsafe-typecast)
        bytes4 selector = bytes4(data);
        (uint8 roles,) = Powers.rowOf(selector);
        bytes32 callHash = keccak256(data);
        (Announcement memory standing,) = _standing(callHash);
        require(standing.announcedAt != 0, NotAnnounced(callHash));
        if (standing.kind == Kind.Recovery) roles = 0;
        else if (standing.kind != Kind.NewGuardian) roles |= GUARDIAN;
        _checkCaller(roles, selector);
        delete _announcements[callHash];
        emit AnnouncementVetoed(callHash, selector, msg.sender);
    }

    /// @inheritdoc IGovernance
    function vetoAll() external restricted {
        _voidUntil[Role.Guardian] = block.timestamp;
        emit AllAnnouncementsVetoed(msg.sender);
    }

    // ─── Roles ───────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc IGovernance
    function grantRole(Role role, address holder) external {
        if (role == Role.Administrator) {
            // The new one makes the grant itself, which shows that it can.
            require(msg.sender == holder, Unauthorized(msg.sender, msg.sig));
            _useAnnouncement(TWO_WORDS);
        } else {
            _authorize();
            require(role != Role.Pauser && role != Role.Signer, WrongRole(role));
        }
        // Only the guardian can have announced that, and the address holds no role.
        if (_recovers(uint256(role), uint160(holder))) return _writeRole(role, holder);
        _dropSigner(holder);
        _setRole(role, holder);
    }

    /// @inheritdoc IGovernance
    function grantPauser(address holder) external restricted {
        _dropSigner(holder);
        _setRole(Role.Pauser, holder);
    }

    /// @inheritdoc IGovernance
    function replaceSigner(address holder) external restricted {
        _setRole(Role.Signer, holder);
    }

    /// @inheritdoc IGovernance
    function revokeRole(Role role) external restricted {
        require(role != Role.Administrator && role != Role.Guardian, WrongRole(role));
        _writeRole(role, address(0));
    }

    // ─── Stop and go ─────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc IGovernance
    function pause() external restricted {
        _setPaused(true);
    }

    /// @inheritdoc IGovernance
    function unpause() external restricted {
        _setPaused(false);
    }

    /// @inheritdoc IGovernance
    function haltPayouts() external {
        Role role = _authorize();
        uint256 from = haltableFrom[role];
        require(block.timestamp >= from, HaltedRecently(role, from));
        uint256 until = block.timestamp + HALT_PERIOD;
        haltableFrom[role] = block.timestamp + HALT_INTERVAL;
        // Seconds fit 64 bits.
        // forge-lint: disable-next-line(unsafe-typecast)
        _claimsRole.haltedUntil = uint64(until);
        emit PayoutsHalted(role, msg.sender, until);
    }

    /// @inheritdoc IGovernance
    function liftHalt() external restricted {
        require(block.timestamp < _claimsRole.haltedUntil, NotHalted());
        delete _claimsRole.haltedUntil;
        emit HaltLifted(msg.sender);
    }

    // ─── Views ───────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc IGovernance
    function delays() external view returns (Delays memory) {
        // The constructor got them in 32 bits.
        return Delays({
            // forge-lint: disable-next-line(unsafe-typecast)
            announcement: uint32(ANNOUNCEMENT_DELAY),
            // forge-lint: disable-next-line(unsafe-typecast)
            guardian: uint32(GUARDIAN_DELAY),
            // forge-lint: disable-next-line(unsafe-typecast)
            recovery: uint32(RECOVERY_DELAY),
            // forge-lint: disable-next-line(unsafe-typecast)
            holderChange: uint32(HOLDER_CHANGE_DELAY),
            // forge-lint: disable-next-line(unsafe-typecast)
            contestedHolderChange: uint32(CONTESTED_HOLDER_CHANGE_DELAY)
        });
    }

    /// @inheritdoc IGovernance
    function powerOf(bytes4 selector) external pure returns (uint8 roles, bool announced) {
        uint256 length;
        (roles, length) = Powers.rowOf(selector);
        announced = length != AT_ONCE;
    }

    /// @inheritdoc IGovernance
    function announcementOf(bytes32 callHash) external view returns (uint256 executableAt, uint256 expiresAt) {
        Announcement memory standing;
        (standing, expiresAt) = _standing(callHash);
        executableAt = standing.executableAt;
    }

    /// @inheritdoc IGovernance
    function recovery() external view returns (address) {
        return RECOVERY;
    }

    /// @inheritdoc IGovernance
    function paused() external view returns (bool) {
        return _intake.paused;
    }

    /// @inheritdoc IGovernance
    function haltedUntil() public view returns (uint256) {
        return _claimsRole.haltedUntil;
    }

    /// @inheritdoc IGovernance
    function roleHolder(Role role) public view returns (address) {
        if (role == Role.Claims) return _claimsRole.holder;
        return role == Role.Signer ? _intake.signer : _roleHolders[role];
    }

    // ─── Inside ──────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @dev Lets through who the table names; an announced call only in its time, and once.
    /// @return role The caller's
    function _authorize() internal returns (Role role) {
        (uint8 roles, uint256 announced) = Powers.rowOf(msg.sig);
        role = _checkCaller(roles, msg.sig);
        if (announced != AT_ONCE) _useAnnouncement(announced);
    }

    function _useAnnouncement(uint256 announced) private {
        bytes32 callHash = keccak256(msg.data[:announced]);
        (Announcement memory standing,) = _standing(callHash);
        require(standing.announcedAt != 0, NotAnnounced(callHash));
        require(standing.executableAt <= block.timestamp, AnnouncementNotExecutable(callHash, standing.executableAt));
        delete _announcements[callHash];
        emit AnnouncedCallExecuted(callHash, msg.sig, msg.sender);
    }

    /// @dev An announcement that can still be executed; all zero for one that has lapsed or is void.
    function _standing(bytes32 callHash) private view returns (Announcement memory standing, uint256 expiresAt) {
        standing = _announcements[callHash];
        expiresAt = standing.executableAt + _windowOf(standing.kind);
        if (block.timestamp > expiresAt || standing.announcedAt <= _voidUntilOf(standing)) {
            delete standing;
            expiresAt = 0;
        }
    }

    /// @dev The last second in which an announcement of this kind is void.
    function _voidUntilOf(Announcement memory announcement) private view returns (uint256 time) {
        if (announcement.kind == Kind.Recovery) return 0;
        time = _voidUntil[announcement.by];
        if (announcement.kind == Kind.NewGuardian) return time;
        // Whatever is executed has waited all of its time under one guardian.
        if (_voidUntil[Role.Guardian] > time) time = _voidUntil[Role.Guardian];
        uint256 tightenedAt = announcement.kind == Kind.Loosening ? _tightenedAt[announcement.token] : 0;
        if (tightenedAt > time) time = tightenedAt;
    }

    /// @dev Compares whole words, so that it reads them exactly where decoding the call does.
    function _kindOf(bytes4 selector, bytes calldata data) private view returns (Kind kind, address token) {
        if (selector == IPool.loosenLimits.selector) {
            return (Kind.Loosening, address(uint160(uint256(bytes32(data[4:36])))));
        }
        if (selector != IGovernance.grantRole.selector) return (Kind.Ordinary, address(0));
        (uint256 role, uint256 holder) = abi.decode(data[4:], (uint256, uint256));
        if (role == uint256(Role.Guardian)) return (Kind.NewGuardian, address(0));
        return (_recovers(role, holder) ? Kind.Recovery : Kind.Ordinary, address(0));
    }

    function _recovers(uint256 role, uint256 holder) private view returns (bool) {
        return role == uint256(Role.Administrator) && holder != 0 && holder == uint160(RECOVERY);
    }

    function _delayOf(Kind kind) private view returns (uint256) {
        if (kind == Kind.NewGuardian) return GUARDIAN_DELAY;
        return kind == Kind.Recovery ? RECOVERY_DELAY : ANNOUNCEMENT_DELAY;
    }

    function _windowOf(Kind kind) private pure returns (uint256) {
        return kind == Kind.NewGuardian ? GUARDIAN_WINDOW : EXECUTION_WINDOW;
    }

    /// @dev The role by which the caller may make a call.
    function _checkCaller(uint8 roles, bytes4 selector) private view returns (Role) {
        for (uint8 i = 0; roles >> i != 0; ++i) {
            if ((roles >> i) & 1 == 1 && roleHolder(Role(i)) == msg.sender) return Role(i);
        }
        revert Unauthorized(msg.sender, selector);
    }

    /// @dev The underwriter could otherwise keep an address from its role by making it signer. The administrator may
    /// revoke the signer at once anyway.
    function _dropSigner(address holder) private {
        if (holder == roleHolder(Role.Signer)) _writeRole(Role.Signer, address(0));
    }

    function _setRole(Role role, address holder) private {
        _checkNewHolder(holder);
        _writeRole(role, holder);
    }

    /// @dev No address holds two roles: one key would do what two are needed for.
    function _checkNewHolder(address holder) private view {
        require(holder != address(0), ZeroAddress());
        // A role would be in the way of the recovery address when it has to become administrator.
        require(holder != RECOVERY, RecoveryHoldsNoRole());
        for (uint8 i = 0; i <= uint8(type(Role).max); ++i) {
            require(roleHolder(Role(i)) != holder, AddressHoldsRole(holder, Role(i)));
        }
    }

    function _writeRole(Role role, address holder) private {
        address previous = roleHolder(role);
        if (role == Role.Claims) _claimsRole.holder = holder;
        else if (role == Role.Signer) _intake.signer = holder;
        else _roleHolders[role] = holder;
        // What somebody else announced in the role is void.
        if (previous != address(0)) _voidUntil[role] = block.timestamp;
        emit RoleChanged(role, previous, holder);
    }

    function _setPaused(bool paused_) private {
        _intake.paused = paused_;
        emit PauseChanged(paused_, msg.sender);
    }

    /// @dev Only chains of one's own get shorter delays: 1337 is Mooring's local chain, 31337 anvil's own.
    function _checkDelays(Delays memory delays_) private view {
        // A guardian sees all of the time that a call announced with its replacement has to wait, and its recovery of
        // the administrator comes no later than its successor.
        require(
            delays_.announcement <= delays_.guardian && delays_.recovery <= delays_.guardian
                && delays_.guardian <= MAX_DELAY && delays_.holderChange < MAX_DELAY
                && delays_.contestedHolderChange < MAX_DELAY,
            InvalidDelays()
        );
        if (block.chainid == 1337 || block.chainid == 31_337) return;
        require(
            delays_.announcement >= 2 days && delays_.recovery >= 5 days
                && delays_.guardian >= delays_.recovery + 2 days && delays_.holderChange >= 2 days
                && delays_.contestedHolderChange >= 14 days,
            InvalidDelays()
        );
    }
}
