// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance} from "./IGovernance.sol";
import {IInsurancePayment} from "./IInsurancePayment.sol";
import {IPool} from "./IPool.sol";

// Bits of the roles in `powerOf`: 1 << uint8(role).
uint8 constant ADMINISTRATOR = 0x01;
uint8 constant GUARDIAN = 0x02;
uint8 constant CLAIMS = 0x04;
uint8 constant UNDERWRITER = 0x08;
uint8 constant TREASURER = 0x10;
uint8 constant PAUSER = 0x20;

/// @title The whole table of who may call what
/// @dev Whatever raises risk is announced with its exact calldata and waits; whatever lowers risk is immediate.
abstract contract Powers is IInsurancePayment {
    /// @inheritdoc IGovernance
    function powerOf(bytes4 selector) public pure returns (uint8 roles, bool announced) {
        // Money out. `payClaim` is bounded by the allowance, `payProposed` waited, the holder agreed to `refund`, and
        // `reject` gives a premium back within 30 days.
        if (selector == IInsurancePayment.payClaim.selector) return (CLAIMS, false);
        if (selector == IInsurancePayment.proposePayout.selector) return (CLAIMS, false);
        if (selector == IInsurancePayment.payProposed.selector) return (CLAIMS, false);
        if (selector == IInsurancePayment.vetoPayout.selector) return (CLAIMS | GUARDIAN, false);
        if (selector == IInsurancePayment.refund.selector) return (UNDERWRITER, false);
        if (selector == IInsurancePayment.reject.selector) return (UNDERWRITER, false);
        if (selector == IPool.withdraw.selector) return (TREASURER, true);

        // Roles
        if (selector == IGovernance.grantRole.selector) return (ADMINISTRATOR, true);
        if (selector == IGovernance.grantPauser.selector) return (ADMINISTRATOR, false);
        if (selector == IGovernance.replaceSigner.selector) return (UNDERWRITER, false);
        if (selector == IGovernance.revokeRole.selector) return (ADMINISTRATOR | GUARDIAN, false);
        if (selector == IGovernance.cancelHandover.selector) return (ADMINISTRATOR | GUARDIAN, false);
        if (selector == IGovernance.announceRecovery.selector) return (GUARDIAN, false);
        if (selector == IGovernance.vetoAll.selector) return (GUARDIAN, false);

        // Stop and go
        if (selector == IGovernance.pause.selector) return (PAUSER | GUARDIAN, false);
        if (selector == IGovernance.unpause.selector) return (ADMINISTRATOR, false);
        if (selector == IGovernance.haltPayouts.selector) return (PAUSER | GUARDIAN, false);
        if (selector == IGovernance.liftHalt.selector) return (GUARDIAN, false);

        // Currencies
        if (selector == IPool.addCurrency.selector) return (ADMINISTRATOR, true);
        if (selector == IPool.openCurrency.selector) return (ADMINISTRATOR, true);
        if (selector == IPool.closeCurrency.selector) return (ADMINISTRATOR | GUARDIAN, false);
        if (selector == IPool.loosenLimits.selector) return (ADMINISTRATOR, true);
        if (selector == IPool.tightenLimits.selector) return (ADMINISTRATOR | GUARDIAN, false);

        // Change of holder: `HolderChanges` says who has to confirm and who can still stop it after an objection.
        if (selector == IInsurancePayment.proposeHolderChange.selector) return (UNDERWRITER, false);
        if (selector == IInsurancePayment.confirmHolderChange.selector) return (ADMINISTRATOR | GUARDIAN, false);
        if (selector == IInsurancePayment.stopHolderChange.selector) {
            return (ADMINISTRATOR | GUARDIAN | UNDERWRITER, false);
        }
        return (0, false);
    }
}
