// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Role} from "./IGovernance.sol";
import {HolderChange, IInsurancePayment} from "./IInsurancePayment.sol";
import {PolicySlot} from "./PolicySlot.sol";
import {Registry} from "./Registry.sol";

/// @title Change of a policy's holder
/// @dev proposed → confirmed by the administrator → completed. A holder that objects brings it to contested →
/// confirmed by administrator and guardian → completed. It lapses 30 days after its proposal or objection unless it is
/// confirmed, and otherwise 7 days after it could be completed.
abstract contract HolderChanges is Registry {
    /// One that is stopped leaves no more than the objection.
    struct Change {
        // slot 0
        address newHolder;
        uint40 lapsesAt;
        uint40 effectiveAt;
        bool contested;
        uint8 confirmations;
    }

    uint256 private constant LAPSE = 30 days;
    uint8 private constant BY_ADMINISTRATOR = 1;
    uint8 private constant BY_GUARDIAN = 2;

    mapping(bytes32 quoteId => Change change) private _changes;
    /// Who gave the first of the two confirmations of a contested change.
    mapping(bytes32 quoteId => address confirmer) private _firstConfirmers;
    /// The digest of the cancellation that a holder has consented to on chain.
    mapping(bytes32 quoteId => bytes32 digest) internal _consents;
    /// A holder's signed consents valid up to this second are void, also when a policy comes back to that holder.
    mapping(bytes32 quoteId => mapping(address holder => uint256 time)) internal _consentsVoidUntil;

    /// @inheritdoc IInsurancePayment
    function proposeHolderChange(bytes32 quoteId, address newHolder) external restricted {
        address holder = _existing(quoteId).holder();
        require(newHolder != address(0) && newHolder != address(this) && newHolder != holder, InvalidHolder(newHolder));
        Change memory former = _changes[quoteId];
        if (block.timestamp <= former.lapsesAt) {
            require(!former.contested, PolicyContested(quoteId));
            require(former.confirmations == 0, AlreadyConfirmed(quoteId));
        }
        // An objection outlives the change that it was made to: it holds until the policy has another holder.
        bool contested = former.contested;
        uint256 lapsesAt = block.timestamp + LAPSE;
        // Seconds fit 40 bits.
        // forge-lint: disable-next-line(unsafe-typecast)
        _changes[quoteId] = Change(newHolder, uint40(lapsesAt), 0, false, 0);
        // forge-lint: disable-next-line(unsafe-typecast)
        emit HolderChangeProposed(quoteId, holder, newHolder, uint64(lapsesAt));
        if (contested) _setContested(quoteId, holder, newHolder);
    }

    /// @inheritdoc IInsurancePayment
    function confirmHolderChange(bytes32 quoteId, address newHolder) external {
        uint8 by = _authorize() == Role.Guardian ? BY_GUARDIAN : BY_ADMINISTRATOR;
        Change memory change = _underWay(quoteId);
        require(change.newHolder == newHolder, NoHolderChange(quoteId, newHolder));
        // Nobody asked the guardian before the holder objects.
        require(change.contested || by == BY_ADMINISTRATOR, Unauthorized(msg.sender, msg.sig));
        require(change.confirmations & by == 0, AlreadyConfirmed(quoteId));
        change.confirmations |= by;
        if (change.contested && change.confirmations != BY_ADMINISTRATOR | BY_GUARDIAN) {
            _firstConfirmers[quoteId] = msg.sender;
        } else {
            uint256 delay = HOLDER_CHANGE_DELAY;
            if (change.contested) {
                delay = CONTESTED_HOLDER_CHANGE_DELAY;
                // An address that was handed the other role meanwhile is still one person.
                require(msg.sender != _firstConfirmers[quoteId], AlreadyConfirmed(quoteId));
                _policies[quoteId] = _policies[quoteId].hold();
            }
            uint256 effectiveAt = block.timestamp + delay;
            // forge-lint: disable-next-line(unsafe-typecast)
            change.effectiveAt = uint40(effectiveAt);
            // forge-lint: disable-next-line(unsafe-typecast)
            change.lapsesAt = uint40(effectiveAt + EXECUTION_WINDOW);
        }
        _changes[quoteId] = change;
        emit HolderChangeConfirmed(quoteId, newHolder, msg.sender, change.effectiveAt, change.lapsesAt);
    }

    /// @inheritdoc IInsurancePayment
    function contestHolderChange(bytes32 quoteId) external {
        address holder = _existing(quoteId).holder();
        require(msg.sender == holder, NotHolder(holder, msg.sender));
        Change memory change = _underWay(quoteId);
        require(!change.contested, PolicyContested(quoteId));
        _setContested(quoteId, holder, change.newHolder);
    }

    /// @inheritdoc IInsurancePayment
    function stopHolderChange(bytes32 quoteId) external {
        Role role = _authorize();
        Change memory change = _underWay(quoteId);
        // Others have decided about it then.
        bool decided = change.contested || change.confirmations != 0;
        require(!decided || role != Role.Underwriter, Unauthorized(msg.sender, msg.sig));
        _changes[quoteId] = Change(address(0), 0, 0, change.contested, 0);
        emit HolderChangeStopped(quoteId, change.newHolder, msg.sender);
    }

    /// @inheritdoc IInsurancePayment
    function completeHolderChange(bytes32 quoteId) external nonReentrant {
        Change memory change = _underWay(quoteId);
        require(
            change.effectiveAt != 0 && block.timestamp >= change.effectiveAt,
            HolderChangeNotEffective(quoteId, change.effectiveAt)
        );
        PolicySlot policy = _policies[quoteId];
        delete _changes[quoteId];
        // A recorded consent is the former holder's own.
        delete _consents[quoteId];
        _policies[quoteId] = policy.withHolder(change.newHolder);
        emit HolderChanged(quoteId, policy.holder(), change.newHolder);
    }

    /// @inheritdoc IInsurancePayment
    function holderChangeOf(bytes32 quoteId) external view returns (HolderChange memory) {
        Change memory change = _changes[quoteId];
        if (block.timestamp > change.lapsesAt) delete change;
        return HolderChange({
            newHolder: change.newHolder,
            lapsesAt: change.lapsesAt,
            effectiveAt: change.effectiveAt,
            contested: change.contested,
            administratorConfirmed: change.confirmations & BY_ADMINISTRATOR != 0,
            guardianConfirmed: change.confirmations & BY_GUARDIAN != 0
        });
    }

    /// @dev Whether a contested change is confirmed by both, until it is completed, stopped or lapses. Such a policy is
    /// held.
    function _isContested(bytes32 quoteId, PolicySlot policy) internal view returns (bool) {
        if (!policy.isHeld()) return false;
        Change memory change = _changes[quoteId];
        return change.contested && change.effectiveAt != 0 && block.timestamp <= change.lapsesAt;
    }

    /// @dev The objection gives as much time as the proposal did.
    function _setContested(bytes32 quoteId, address holder, address newHolder) private {
        uint256 lapsesAt = block.timestamp + LAPSE;
        // forge-lint: disable-next-line(unsafe-typecast)
        _changes[quoteId] = Change(newHolder, uint40(lapsesAt), 0, true, 0);
        // forge-lint: disable-next-line(unsafe-typecast)
        emit HolderChangeContested(quoteId, holder, newHolder, uint64(lapsesAt));
    }

    function _underWay(bytes32 quoteId) private view returns (Change memory change) {
        change = _changes[quoteId];
        require(block.timestamp <= change.lapsesAt, NoHolderChange(quoteId, change.newHolder));
    }
}
