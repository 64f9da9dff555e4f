// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// Functions stand together by what they are about.
// solhint-disable ordering

/// Who may do what. One address each, expected to be a multisig; no address holds two roles.
enum Role {
    /// Announces whatever raises risk, and grants roles.
    Administrator,
    /// Vetoes what is announced or proposed, halts payouts, revokes roles. It can't move money.
    Guardian,
    /// Pays claims within the daily allowance and proposes larger payouts.
    Claims,
    /// Refunds premiums, proposes a change of holder, replaces the signer.
    Underwriter,
    /// Withdraws free capital, announced.
    Treasurer,
    /// Pauses intake and halts payouts.
    Pauser,
    /// Signs quotes: an externally owned account, or a contract by EIP-1271.
    Signer
}

/// The first holders of all roles.
struct RoleHolders {
    address administrator;
    address guardian;
    address claims;
    address underwriter;
    address treasurer;
    address pauser;
    address signer;
}

/// How long the public can see a change coming, in seconds. Shorter than the values below only on local chains.
struct Delays {
    /// From an announcement or a proposed payout to its execution: at least 2 days.
    uint32 announcement;
    /// From the announcement of a new guardian to its execution: at least 7 days, and never under `announcement`.
    uint32 guardian;
    /// From the announcement of a recovery to its acceptance: at least 5 days, and at least 2 less than `guardian`.
    uint32 recovery;
    /// From the confirmation of a holder change to its completion: at least 2 days.
    uint32 holderChange;
    /// The same after the holder objected: at least 14 days.
    uint32 contestedHolderChange;
}

/// @title Roles, announced calls, the pause of intake and the halt of payouts
interface IGovernance {
    event RoleChanged(Role indexed role, address indexed previous, address indexed holder);
    /// @param proposed Who can become administrator; zero when the proposal was withdrawn
    /// @param lapsesAt Last second at which it can accept; zero when the proposal was withdrawn
    event AdministratorProposed(address indexed administrator, address indexed proposed, uint256 lapsesAt);
    /// @param callHash keccak256 of `data`, the exact call that was announced
    event CallAnnounced(
        bytes32 indexed callHash,
        bytes4 indexed selector,
        address indexed by,
        bytes data,
        uint256 executableAt,
        uint256 expiresAt
    );
    event AnnouncedCallExecuted(bytes32 indexed callHash, bytes4 indexed selector, address indexed by);
    event AnnouncementVetoed(bytes32 indexed callHash, bytes4 indexed selector, address indexed by);
    /// Void from now on: every call announced up to and in this second but the replacement of a guardian.
    /// @param by The guardian, or the administrator that has replaced it
    event AllAnnouncementsVetoed(address indexed by);
    /// @param acceptableAt First second at which the recovery address can become administrator
    /// @param lapsesAt Last second at which it can
    event RecoveryAnnounced(address indexed by, uint256 acceptableAt, uint256 lapsesAt);
    event PauseChanged(bool paused, address indexed by);
    /// @param until First second at which payouts work again unless the halt is lifted before
    event PayoutsHalted(Role indexed role, address indexed by, uint256 until);
    event HaltLifted(address indexed by);

    error Unauthorized(address caller, bytes4 selector);
    error ZeroAddress();
    error AddressHoldsRole(address holder, Role role);
    /// Pauser and signer are not granted by announcement; administrator and guardian are not revoked.
    error WrongRole(Role role);
    /// Nobody is proposed, the proposal has lapsed, or it names another.
    error NotProposedAdministrator(address caller);
    /// Too short for a public chain, too long, or a guardian replaced sooner than an announced call is made.
    error InvalidDelays();
    error NotAnnounceable(bytes4 selector);
    error AlreadyAnnounced(bytes32 callHash);
    error NotAnnounced(bytes32 callHash);
    error AnnouncementNotExecutable(bytes32 callHash, uint256 executableAt);
    error NoRecovery();
    /// Nobody can replace a recovery under way, so the guardian can't put it off either.
    error RecoveryAlreadyAnnounced(uint256 lapsesAt);
    /// None is announced or it has lapsed (then `acceptableAt` is zero), or it is too early.
    error RecoveryNotAcceptable(uint256 acceptableAt);
    error RecoveryHoldsNoRole();
    error HaltedRecently(Role role, uint256 haltableFrom);
    error NotHalted();

    /// @notice Who may call a function, and whether the call has to be announced.
    /// @return roles Bit i is set when `Role(i)` may call it; zero for a function that needs no role
    function powerOf(bytes4 selector) external pure returns (uint8 roles, bool announced);

    /// @notice The holder of a role; zero when it was revoked.
    function roleHolder(Role role) external view returns (address);

    /// @notice Who becomes administrator by accepting, and the last second to do so; both zero when no handover is
    /// under way or it has lapsed.
    function proposedAdministrator() external view returns (address proposed, uint256 lapsesAt);

    function delays() external view returns (Delays memory);

    /// @notice Who can become administrator once the guardian announces it: zero for nobody. From `acceptableAt` to
    /// `lapsesAt` it can, both included; both zero when nothing is announced or it has lapsed.
    function recovery() external view returns (address account, uint256 acceptableAt, uint256 lapsesAt);

    /// @notice When an announced call can be executed: from `executableAt` to `expiresAt`, both included. Zero when it
    /// was never announced, or was vetoed or executed, or has lapsed. `closeCurrency` and `tightenLimits` stop calls
    /// about their currency that this still shows.
    /// @param callHash keccak256 of the call's data
    function announcementOf(bytes32 callHash) external view returns (uint256 executableAt, uint256 expiresAt);

    function paused() external view returns (bool);

    /// @notice First second at which payouts work; in the past when they are not halted.
    function haltedUntil() external view returns (uint256);

    /// @notice First second at which the role can halt payouts again.
    function haltableFrom(Role role) external view returns (uint256);

    /// @notice Announces a call to this contract. The role that may make the call.
    /// @param data The exact calldata of the call
    function announce(bytes calldata data) external;

    /// @notice Removes an announcement. The guardian, unless the call replaces it; or the role that announced it.
    function veto(bytes calldata data) external;

    /// @notice Removes every announcement but the replacement of a guardian. Guardian.
    function vetoAll() external;

    /// @notice Hands a role on, or a revoked role out. Administrator, announced; for a guardian 7 days ahead and
    /// without a veto. A new guardian removes every announcement but that of its own successor. An administrator has to
    /// accept within 7 days. Not for pauser and signer. An address that is signer loses that.
    function grantRole(Role role, address holder) external;

    /// @notice Becomes the administrator. The proposed one, which stops being the signer if it was.
    function acceptAdministrator() external;

    /// @notice Takes the proposal of an administrator back. Administrator or guardian.
    function cancelHandover() external;

    /// @notice Lets the recovery address become administrator 5 days later, within 7. Guardian. Nobody can stop, put
    /// off or replace it, and it outlives the guardian.
    function announceRecovery() external;

    /// @notice Becomes the administrator, whoever is or was proposed. The recovery address, as announced.
    function acceptRecovery() external;

    /// @notice Hands the pauser's role on. Administrator. An address that is signer loses that.
    function grantPauser(address holder) external;

    /// @notice Replaces the signer, which voids the former one's quotes. Underwriter.
    function replaceSigner(address holder) external;

    /// @notice Takes claims, underwriter, treasurer, pauser or signer from its holder. Administrator or guardian.
    function revokeRole(Role role) external;

    /// @notice Stops purchases, and nothing else. Pauser or guardian.
    function pause() external;

    /// @notice Opens purchases again. Administrator.
    function unpause() external;

    /// @notice Stops payouts, and nothing else, for 3 days. Pauser or guardian, each once in 7 days.
    function haltPayouts() external;

    /// @notice Ends a halt. Guardian.
    function liftHalt() external;
}
