// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// Functions stand together by what they are about.
// solhint-disable ordering

import {Delays, IGovernance, Role, RoleHolders} from "./IGovernance.sol";
import {GUARDIAN, Powers} from "./Powers.sol";

/// @title Who holds which role, what was announced, and what is stopped
abstract contract Governance is Powers {
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

    struct Announcement {
        // slot 0
        uint64 announcedAt;
        /// False for the guardian's own replacement.
        bool vetoable;
    }

    /// Who can become administrator, and the last second at which it can.
    struct Handover {
        // slot 0
        address proposed;
        uint64 lapsesAt;
    }

    /// How long an announced call, a proposed payout or a confirmed change of holder can be executed once its delay is
    /// over, and how long a proposed administrator and the recovery address can accept.
    uint256 internal constant EXECUTION_WINDOW = 7 days;
    /// The same for a new guardian, so that no announcement is older than 9 days when it is executed.
    uint256 private constant GUARDIAN_WINDOW = 2 days;
    uint256 private constant HALT_PERIOD = 3 days;
    uint256 private constant HALT_INTERVAL = 7 days;
    uint256 private constant MAX_DELAY = 30 days;

    uint256 internal immutable ANNOUNCEMENT_DELAY;
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
    Handover private _handover;
    /// First second at which `RECOVERY` can accept; zero when it never could.
    uint256 private _recoverableAt;
    /// Vetoable calls announced at or before this second are void.
    uint256 private _vetoedAt;

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
        (uint8 roles, bool announced) = powerOf(selector);
        require(announced, NotAnnounceable(selector));
        require(_holdsOneOf(roles, msg.sender), Unauthorized(msg.sender, selector));
        bytes32 callHash = keccak256(data);
        (uint256 standing,,,) = _standing(callHash);
        require(standing == 0, AlreadyAnnounced(callHash));
        // A guardian that could veto its successor could never be removed.
        bool vetoable = !_replacesGuardian(data);
        (uint256 executableAt, uint256 expiresAt) = _window(block.timestamp, vetoable);
        _announcements[callHash] = Announcement(uint64(block.timestamp), vetoable);
        emit CallAnnounced(callHash, selector, msg.sender, data, executableAt, expiresAt);
    }

    /// @inheritdoc IGovernance
    function veto(bytes calldata data) external {
        // forge-lint: disable-next-line(unsafe-typecast)
        bytes4 selector = bytes4(data);
        (uint8 roles,) = powerOf(selector);
        bytes32 callHash = keccak256(data);
        (uint256 announcedAt,,, bool vetoable) = _standing(callHash);
        require(announcedAt != 0, NotAnnounced(callHash));
        if (vetoable) roles |= GUARDIAN;
        require(_holdsOneOf(roles, msg.sender), Unauthorized(msg.sender, selector));
        delete _announcements[callHash];
        emit AnnouncementVetoed(callHash, selector, msg.sender);
    }

    /// @inheritdoc IGovernance
    function vetoAll() external restricted {
        _vetoAll();
    }

    // ─── Roles ───────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @inheritdoc IGovernance
    function grantRole(Role role, address holder) external restricted {
        require(role != Role.Pauser && role != Role.Signer, WrongRole(role));
        _dropSigner(holder);
        if (role == Role.Administrator) {
            _checkNewHolder(holder);
            uint256 lapsesAt = block.timestamp + EXECUTION_WINDOW;
            // Seconds fit 64 bits.
            // forge-lint: disable-next-line(unsafe-typecast)
            _handover = Handover({proposed: holder, lapsesAt: uint64(lapsesAt)});
            emit AdministratorProposed(msg.sender, holder, lapsesAt);
        } else {
            _setRole(role, holder);
            // Whatever is executed has waited all of its time under one guardian.
            if (role == Role.Guardian) _vetoAll();
        }
    }

    /// @inheritdoc IGovernance
    function acceptAdministrator() external {
        (address proposed,) = proposedAdministrator();
        require(msg.sender == proposed, NotProposedAdministrator(msg.sender));
        delete _handover;
        _dropSigner(msg.sender);
        _setRole(Role.Administrator, msg.sender);
    }

    /// @inheritdoc IGovernance
    function cancelHandover() external restricted {
        delete _handover;
        emit AdministratorProposed(msg.sender, address(0), 0);
    }

    /// @inheritdoc IGovernance
    function announceRecovery() external restricted {
        require(RECOVERY != address(0), NoRecovery());
        (, uint256 acceptableAt, uint256 lapsesAt) = recovery();
        require(acceptableAt == 0, RecoveryAlreadyAnnounced(lapsesAt));
        acceptableAt = block.timestamp + RECOVERY_DELAY;
        _recoverableAt = acceptableAt;
        emit RecoveryAnnounced(msg.sender, acceptableAt, acceptableAt + EXECUTION_WINDOW);
    }

    /// @inheritdoc IGovernance
    function acceptRecovery() external {
        require(msg.sender == RECOVERY, Unauthorized(msg.sender, msg.sig));
        (, uint256 acceptableAt,) = recovery();
        require(acceptableAt != 0 && block.timestamp >= acceptableAt, RecoveryNotAcceptable(acceptableAt));
        delete _recoverableAt;
        // Its successor would otherwise be whom the former administrator chose.
        delete _handover;
        _writeRole(Role.Administrator, msg.sender);
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
    function haltPayouts() external restricted {
        Role role = msg.sender == roleHolder(Role.Guardian) ? Role.Guardian : Role.Pauser;
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
    function announcementOf(bytes32 callHash) external view returns (uint256 executableAt, uint256 expiresAt) {
        (, executableAt, expiresAt,) = _standing(callHash);
    }

    /// @inheritdoc IGovernance
    function recovery() public view returns (address account, uint256 acceptableAt, uint256 lapsesAt) {
        account = RECOVERY;
        acceptableAt = _recoverableAt;
        lapsesAt = acceptableAt + EXECUTION_WINDOW;
        if (acceptableAt == 0 || block.timestamp > lapsesAt) (acceptableAt, lapsesAt) = (0, 0);
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
    function proposedAdministrator() public view returns (address proposed, uint256 lapsesAt) {
        Handover memory handover = _handover;
        if (block.timestamp <= handover.lapsesAt) return (handover.proposed, handover.lapsesAt);
    }

    /// @inheritdoc IGovernance
    function roleHolder(Role role) public view returns (address) {
        if (role == Role.Claims) return _claimsRole.holder;
        return role == Role.Signer ? _intake.signer : _roleHolders[role];
    }

    // ─── Inside ──────────────────────────────────────────────────────────────────────────────────────────────────────

    /// @return announcedAt Zero for a call that needs no announcement
    function _authorize() internal returns (uint256 announcedAt) {
        (uint8 roles, bool announced) = powerOf(msg.sig);
        require(_holdsOneOf(roles, msg.sender), Unauthorized(msg.sender, msg.sig));
        if (!announced) return 0;
        bytes32 callHash = keccak256(msg.data);
        uint256 executableAt;
        (announcedAt, executableAt,,) = _standing(callHash);
        require(announcedAt != 0, NotAnnounced(callHash));
        require(executableAt <= block.timestamp, AnnouncementNotExecutable(callHash, executableAt));
        delete _announcements[callHash];
        emit AnnouncedCallExecuted(callHash, msg.sig, msg.sender);
    }

    /// @dev An announcement that can still be executed; all zero for one that has lapsed or that `vetoAll` made void.
    function _standing(bytes32 callHash)
        private
        view
        returns (uint256 announcedAt, uint256 executableAt, uint256 expiresAt, bool vetoable)
    {
        Announcement storage announcement = _announcements[callHash];
        (announcedAt, vetoable) = (announcement.announcedAt, announcement.vetoable);
        (executableAt, expiresAt) = _window(announcedAt, vetoable);
        if (block.timestamp > expiresAt || (vetoable && announcedAt <= _vetoedAt)) return (0, 0, 0, false);
    }

    /// @dev The first and the last second at which a call can be executed.
    function _window(uint256 announcedAt, bool vetoable) private view returns (uint256 first, uint256 last) {
        first = announcedAt + (vetoable ? ANNOUNCEMENT_DELAY : GUARDIAN_DELAY);
        last = first + (vetoable ? EXECUTION_WINDOW : GUARDIAN_WINDOW);
    }

    function _vetoAll() private {
        _vetoedAt = block.timestamp;
        emit AllAnnouncementsVetoed(msg.sender);
    }

    function _holdsOneOf(uint8 roles, address account) private view returns (bool) {
        for (uint8 i = 0; roles >> i != 0; ++i) {
            if ((roles >> i) & 1 == 1 && roleHolder(Role(i)) == account) return true;
        }
        return false;
    }

    /// @dev Compares whole words, so that it reads the role exactly where decoding the call does.
    function _replacesGuardian(bytes calldata data) private pure returns (bool) {
        // forge-lint: disable-next-line(unsafe-typecast)
        return bytes4(data) == IGovernance.grantRole.selector && data.length >= 36
            && uint256(bytes32(data[4:36])) == uint256(Role.Guardian);
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
