// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance} from "./IGovernance.sol";
import {IInsurancePayment} from "./IInsurancePayment.sol";
import {IPool} from "./IPool.sol";

// Bits of the roles in the table: 1 << uint8(role).
uint8 constant ADMINISTRATOR = 0x01;
uint8 constant GUARDIAN = 0x02;
uint8 constant CLAIMS = 0x04;
uint8 constant UNDERWRITER = 0x08;
uint8 constant TREASURER = 0x10;
uint8 constant PAUSER = 0x20;

// How many bytes of a call are announced: its selector and a word for each argument.
uint256 constant AT_ONCE = 0;
uint256 constant TWO_WORDS = 68;
uint256 constant THREE_WORDS = 100;
uint256 constant FIVE_WORDS = 164;

/// @title The whole table of who may call what
/// @dev Whatever raises risk is announced and waits; whatever lowers risk is immediate.
library Powers {
    /// @return roles Bit i is set when `Role(i)` may make the call; zero for a function that needs no role
    /// @return announced How many of the call's first bytes are announced; `AT_ONCE` when it needs no announcement
    function rowOf(bytes4 selector) internal pure returns (uint8 roles, uint256 announced) {
        // Money out. `payClaim` is bounded by the allowance, the holder agreed to `refund`, and `reject` gives a
        // premium back within 30 days. The last two words of an announced payout, amount and validity, follow from the
        // day's rate and are not announced.
        if (selector == IInsurancePayment.payClaim.selector) return (CLAIMS, AT_ONCE);
        if (selector == IInsurancePayment.payAnnounced.selector) return (CLAIMS, FIVE_WORDS);
        if (selector == IInsurancePayment.refund.selector) return (UNDERWRITER, AT_ONCE);
        if (selector == IInsurancePayment.reject.selector) return (UNDERWRITER, AT_ONCE);
        if (selector == IPool.withdraw.selector) return (TREASURER, THREE_WORDS);

        // Roles. `Governance` says who announces and who makes the grant of an administrator.
        if (selector == IGovernance.grantRole.selector) return (ADMINISTRATOR, TWO_WORDS);
        if (selector == IGovernance.grantPauser.selector) return (ADMINISTRATOR, AT_ONCE);
        if (selector == IGovernance.replaceSigner.selector) return (UNDERWRITER, AT_ONCE);
        if (selector == IGovernance.revokeRole.selector) return (ADMINISTRATOR | GUARDIAN, AT_ONCE);
        if (selector == IGovernance.vetoAll.selector) return (GUARDIAN, AT_ONCE);

        // Stop and go
        if (selector == IGovernance.pause.selector) return (PAUSER | GUARDIAN, AT_ONCE);
        if (selector == IGovernance.unpause.selector) return (ADMINISTRATOR, AT_ONCE);
        if (selector == IGovernance.haltPayouts.selector) return (PAUSER | GUARDIAN, AT_ONCE);
        if (selector == IGovernance.liftHalt.selector) return (GUARDIAN, AT_ONCE);

        // Currencies
        if (selector == IPool.addCurrency.selector) return (ADMINISTRATOR, FIVE_WORDS);
        if (selector == IPool.closeCurrency.selector) return (ADMINISTRATOR | GUARDIAN, AT_ONCE);
        if (selector == IPool.loosenLimits.selector) return (ADMINISTRATOR, FIVE_WORDS);
        if (selector == IPool.tightenLimits.selector) return (ADMINISTRATOR | GUARDIAN, AT_ONCE);

        // Change of holder: `HolderChanges` says who has to confirm and who can still stop it after an objection.
        if (selector == IInsurancePayment.proposeHolderChange.selector) return (UNDERWRITER, AT_ONCE);
        if (selector == IInsurancePayment.confirmHolderChange.selector) return (ADMINISTRATOR | GUARDIAN, AT_ONCE);
        if (selector == IInsurancePayment.stopHolderChange.selector) {
            return (ADMINISTRATOR | GUARDIAN | UNDERWRITER, AT_ONCE);
        }
        return (0, AT_ONCE);
    }
}
