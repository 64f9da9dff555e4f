// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Status} from "../../src/IInsurancePayment.sol";
import {
    CLAIMS_AT,
    COVER_AT,
    CURRENCY_AT,
    END_AT,
    EPOCH,
    HELD_AT,
    HOLDERS,
    PAID_OUT_AT,
    PRODUCT_AT,
    PolicySlot,
    PolicySlots,
    START_AT,
    STATUS_AT
} from "../../src/PolicySlot.sol";

// (c) A policy's fields never spill: what a field was given is what it gives back, whatever stands below and above it.
// `low` is all that stands below a field, `high` all that stands above it.

contract HolderIsRead {
    function step(uint256 holder, uint256 high) external pure {
        require(holder < HOLDERS && high < 2 ** 96);
        assert(PolicySlot.wrap(holder + high * HOLDERS).holderNumber() == holder);
    }
}

contract StartIsRead {
    function step(uint256 low, uint256 value, uint256 high) external pure {
        require(low < START_AT && value < 2 ** 25 && high < 2 ** 71);
        assert(PolicySlot.wrap(low + value * START_AT + high * END_AT).start() == EPOCH + value * 1 minutes);
    }
}

contract EndIsRead {
    function step(uint256 low, uint256 value, uint256 high) external pure {
        require(low < END_AT && value < 2 ** 14 && high < 2 ** 57);
        assert(PolicySlot.wrap(low + value * END_AT + high * COVER_AT).termEnd() == EPOCH + (value + 1) * 1 days);
    }
}

contract CoverIsRead {
    function step(uint256 low, uint256 value, uint256 high) external pure {
        require(low < COVER_AT && value < 2 ** 20 && high < 2 ** 37);
        assert(PolicySlot.wrap(low + value * COVER_AT + high * PAID_OUT_AT).cover() == value);
    }
}

contract PaidOutIsRead {
    function step(uint256 low, uint256 value, uint256 high) external pure {
        require(low < PAID_OUT_AT && value < 2 ** 20 && high < 2 ** 17);
        assert(PolicySlot.wrap(low + value * PAID_OUT_AT + high * PRODUCT_AT).paidOut() == value);
    }
}

contract ProductIsRead {
    function step(uint256 low, uint256 value, uint256 high) external pure {
        require(low < PRODUCT_AT && value < 2 ** 4 && high < 2 ** 13);
        assert(PolicySlot.wrap(low + value * PRODUCT_AT + high * STATUS_AT).product() == value);
    }
}

contract StatusIsRead {
    function step(uint256 low, Status value, uint256 high) external pure {
        require(low < STATUS_AT && high < 2 ** 11);
        assert(PolicySlot.wrap(low + uint256(value) * STATUS_AT + high * CLAIMS_AT).status() == value);
    }
}

contract ClaimsAreRead {
    function step(uint256 low, uint256 value, uint256 high) external pure {
        require(low < CLAIMS_AT && value < 2 ** 6 && high < 2 ** 5);
        assert(PolicySlot.wrap(low + value * CLAIMS_AT + high * CURRENCY_AT).claims() == value);
    }
}

contract CurrencyIsRead {
    function step(uint256 low, uint256 value, uint256 high) external pure {
        require(low < CURRENCY_AT && value < 2 ** 4 && high < 2);
        assert(PolicySlot.wrap(low + value * CURRENCY_AT + high * HELD_AT).currency() == value);
    }
}

contract HeldIsRead {
    function step(uint256 low, uint256 high) external pure {
        require(low < HELD_AT && high < 2);
        PolicySlot slot = PolicySlot.wrap(low + high * HELD_AT);
        assert(slot.isHeld() == (high == 1));
        assert(PolicySlot.unwrap(slot.hold()) == low + HELD_AT);
    }
}

/// A new policy's fields stand one above the other, and fill 256 bits at most.
contract FieldsStandOneAboveTheOther {
    function step(uint256 holder, uint256 start, uint256 end, uint256 cover, uint256 product, uint256 currency)
        external
        pure
    {
        require(holder < HOLDERS && start < 2 ** 25 && end < 2 ** 14 && cover < 2 ** 20 && product < 2 ** 4);
        require(currency < 2 ** 4);
        uint256 low = holder;
        assert(low < START_AT);
        low += start * START_AT;
        assert(low < END_AT);
        low += end * END_AT;
        assert(low < COVER_AT);
        low += cover * COVER_AT;
        assert(low < PAID_OUT_AT);
        low += product * PRODUCT_AT;
        assert(low < STATUS_AT);
        low += uint256(Status.Active) * STATUS_AT;
        assert(low < CLAIMS_AT);
        low += currency * CURRENCY_AT;
        assert(low < HELD_AT);
    }
}

contract ANewPolicyIsItsFields {
    function step(uint160 holder, uint256 start, uint256 end, uint256 cover, uint256 product, uint256 currency)
        external
        pure
    {
        require(start < 2 ** 25 && end < 2 ** 14 && cover < 2 ** 20 && product < 2 ** 4 && currency < 2 ** 4);
        PolicySlot slot = PolicySlots.create(address(holder), start, end, cover, product, currency);
        uint256 fields = holder + start * START_AT + end * END_AT + cover * COVER_AT + product * PRODUCT_AT
            + uint256(Status.Active) * STATUS_AT + currency * CURRENCY_AT;
        assert(PolicySlot.unwrap(slot) == fields);
    }
}

contract AStatusChangesAlone {
    function step(uint256 low, Status former, Status next, uint256 high) external pure {
        require(low < STATUS_AT && high < 2 ** 11);
        PolicySlot slot = PolicySlot.wrap(low + uint256(former) * STATUS_AT + high * CLAIMS_AT).withStatus(next);
        assert(PolicySlot.unwrap(slot) == low + uint256(next) * STATUS_AT + high * CLAIMS_AT);
    }
}

contract AHolderChangesAlone {
    function step(uint160 former, uint160 next, uint256 high) external pure {
        require(high < 2 ** 96);
        PolicySlot slot = PolicySlot.wrap(former + high * HOLDERS).withHolder(address(next));
        assert(PolicySlot.unwrap(slot) == next + high * HOLDERS);
    }
}
