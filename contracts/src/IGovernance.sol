// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

// Functions stand together by what they are about.
// solhint-disable ordering

/// Who may do what. One address each, expected to be a multisig; no address holds two roles.
enum Role {
    /// Announces whatever raises risk, and grants roles.
    Administrator,
    /// Vetoes what is announced, halts payouts, revokes roles. It can't move money.
    Guardian,
    /// Pays claims within the daily allowance, and larger ones announced.
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
    /// From an announcement to its execution: at least 2 days.
    uint32 announcement;
    /// From the announcement of a new guardian to its execution: at least 7 days, and never under `announcement`.
    uint32 guardian;
    /// From the announcement of a recovery to its execution: at least 5 days, and at least 2 less than `guardian`.
    uint32 recovery;
    /// From the confirmation of a holder change to its completion: at least 2 days.
    uint32 holderChange;
    /// The same after the holder objected: at least 14 days.
    uint32 contestedHolderChange;
}

/// @title Roles, announced calls, the pause of intake and the halt of payouts
interface IGovernance {
    /// @notice What the role announced before is void; with another guardian, what any role announced. A recovery
    /// stands.
    event RoleChanged(Role indexed role, address indexed previous, address indexed holder);
    /// @param callHash keccak256 of `data`
    /// @param data The call that was announced; of `payAnnounced` without its last two words
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
    /// Void from now on: every call announced up to and in this second but a new guardian and a recovery.
    event AllAnnouncementsVetoed(address indexed by);
    event PauseChanged(bool paused, address indexed by);
    /// @param until First second at which payouts work again unless the halt is lifted before
    event PayoutsHalted(Role indexed role, address indexed by, uint256 until);
    event HaltLifted(address indexed by);

    error Unauthorized(address caller, bytes4 selector);
    error ZeroAddress();
    error AddressHoldsRole(address holder, Role role);
    /// Pauser and signer are not granted by announcement; administrator and guardian are not revoked.
    error WrongRole(Role role);
    /// Too short for a public chain, too long, or a guardian replaced sooner than an announced call is made.
    error InvalidDelays();
    /// The function needs no announcement, or the call has another length than the one that is announced.
    error NotAnnounceable(bytes4 selector);
    error AlreadyAnnounced(bytes32 callHash);
    error NotAnnounced(bytes32 callHash);
    error AnnouncementNotExecutable(bytes32 callHash, uint256 executableAt);
    /// A veto of all, a closed or tightened currency or a change of the role in this second would make it void:
    /// announce it in the next one.
    error VoidInThisSecond();
    /// The recovery address becomes administrator as the guardian announces it, and nothing else.
    error RecoveryHoldsNoRole();
    error HaltedRecently(Role role, uint256 haltableFrom);
    error NotHalted();

    /// @notice Who may call a function, and whether the call has to be announced.
    /// @return roles Bit i is set when `Role(i)` may call it; zero for a function that needs no role
    function powerOf(bytes4 selector) external pure returns (uint8 roles, bool announced);

    /// @notice The holder of a role; zero when it was revoked.
    function roleHolder(Role role) external view returns (address);

    function delays() external view returns (Delays memory);

    /// @notice Who can become administrator once the guardian announces it; zero for nobody.
    function recovery() external view returns (address);

    /// @notice When an announced call can be executed: from `executableAt` to `expiresAt`, both included. Zero when it
    /// was never announced, or was vetoed or executed, or has lapsed, or is void.
    /// @param callHash keccak256 of what was announced
    function announcementOf(bytes32 callHash) external view returns (uint256 executableAt, uint256 expiresAt);

    function paused() external view returns (bool);

    /// @notice First second at which payouts work; in the past when they are not halted.
    function haltedUntil() external view returns (uint256);

    /// @notice First second at which the role can halt payouts again.
    function haltableFrom(Role role) external view returns (uint256);

    /// @notice Announces a call to this contract. The role that may make the call; for a recovery the guardian.
    /// @param data The exact calldata of the call: its selector and arguments, of `payAnnounced` without the last two
    function announce(bytes calldata data) external;

    /// @notice Removes an announcement. The guardian, unless the call replaces it; or the role that announced it.
    /// Nobody removes a recovery.
    /// @param data What was announced
    function veto(bytes calldata data) external;

    /// @notice Removes every announcement but a new guardian and a recovery. Guardian.
    function vetoAll() external;

    /// @notice Hands a role on, or a revoked role out. Administrator, announced; for a guardian 7 days ahead and
    /// without a veto. A new administrator makes the grant itself; the recovery address 5 to 12 days after the guardian
    /// announced it, and once it could do so, another announcement gives it 7 days more. Not for pauser and signer. An
    /// address that is signer loses that.
    function grantRole(Role role, address holder) external;

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
