// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInsurancePayment, Role, RoleHolders} from "./IInsurancePayment.sol";

/// @title Roles, their two-step admin, and the pause of intake
/// @dev What a purchase needs of it shares one slot with what it needs of the currencies: see `Intake`.
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

    /// How long holders and the public can see a sensitive change coming.
    uint256 internal constant DELAY = 2 days;

    Intake internal _intake;

    /// @inheritdoc IInsurancePayment
    address public admin;
    /// @inheritdoc IInsurancePayment
    address public proposedAdmin;
    /// The signer is kept in `_intake` instead.
    mapping(Role role => address holder) private _roleHolders;

    modifier onlyAdmin() {
        _checkAdmin();
        _;
    }

    modifier onlyRole(Role role) {
        _checkRole(role);
        _;
    }

    constructor(RoleHolders memory holders) {
        _setAdmin(holders.admin);
        _setRole(Role.Signer, holders.signer);
        _setRole(Role.Claims, holders.claims);
        _setRole(Role.Underwriter, holders.underwriter);
        _setRole(Role.Treasurer, holders.treasurer);
        _setRole(Role.Pauser, holders.pauser);
    }

    /// @inheritdoc IInsurancePayment
    function proposeAdmin(address next) external onlyAdmin {
        proposedAdmin = next;
        emit AdminProposed(msg.sender, next);
    }

    /// @inheritdoc IInsurancePayment
    function acceptAdmin() external {
        require(msg.sender == proposedAdmin, NotProposedAdmin(msg.sender));
        delete proposedAdmin;
        _setAdmin(msg.sender);
    }

    /// @inheritdoc IInsurancePayment
    function setRole(Role role, address holder) external onlyAdmin {
        _setRole(role, holder);
    }

    /// @inheritdoc IInsurancePayment
    function pause() external {
        if (msg.sender != admin) _checkRole(Role.Pauser);
        _setPaused(true);
    }

    /// @inheritdoc IInsurancePayment
    function unpause() external onlyAdmin {
        _setPaused(false);
    }

    /// @inheritdoc IInsurancePayment
    function paused() external view returns (bool) {
        return _intake.paused;
    }

    /// @inheritdoc IInsurancePayment
    function roleHolder(Role role) public view returns (address) {
        return role == Role.Signer ? _intake.signer : _roleHolders[role];
    }

    function _checkAdmin() internal view {
        require(msg.sender == admin, NotAdmin(msg.sender));
    }

    function _checkRole(Role role) internal view {
        require(msg.sender == roleHolder(role), NotInRole(role, msg.sender));
    }

    function _setAdmin(address next) private {
        require(next != address(0), ZeroAddress());
        address previous = admin;
        admin = next;
        emit AdminChanged(previous, next);
    }

    function _setRole(Role role, address holder) private {
        require(holder != address(0), ZeroAddress());
        address previous = roleHolder(role);
        if (role == Role.Signer) _intake.signer = holder;
        else _roleHolders[role] = holder;
        emit RoleChanged(role, previous, holder);
    }

    function _setPaused(bool paused_) private {
        _intake.paused = paused_;
        emit PauseChanged(paused_, msg.sender);
    }
}
