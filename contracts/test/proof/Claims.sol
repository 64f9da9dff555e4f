// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CLAIMS_AT, COVER_AT, CURRENCY_AT, PAID_OUT_AT, PRODUCT_AT, PolicySlot} from "../../src/PolicySlot.sol";

// (d) A policy pays at most its cover, and each claim number once: numbers go up by one with each claim, and end at 63.
// `low` is all that stands below a field, `high` all that stands above.

contract AClaimStaysWithinTheCover {
    function step(uint256 low, uint256 cover, uint256 paid, uint256 high, uint256 number, uint256 dollars)
        external
        pure
    {
        require(low < COVER_AT && cover < 2 ** 20 && paid <= cover && high < 2 ** 17);
        uint256 former = low + cover * COVER_AT + paid * PAID_OUT_AT + high * PRODUCT_AT;
        PolicySlot.wrap(former).withClaim(number, dollars);
        assert(paid + dollars <= cover);
    }
}

contract AClaimTakesTheNextNumber {
    function step(uint256 low, uint256 claims, uint256 high, uint256 number, uint256 dollars) external pure {
        require(low < CLAIMS_AT && claims < 2 ** 6 && high < 2 ** 5);
        PolicySlot.wrap(low + claims * CLAIMS_AT + high * CURRENCY_AT).withClaim(number, dollars);
        assert(number == claims + 1);
        assert(number < 2 ** 6);
    }
}

/// With the two above there is room for both sums, so that no other field changes.
contract AClaimAddsToTwoFields {
    function step(uint256 former, uint256 number, uint256 dollars) external pure {
        require(former < 2 ** 255 && dollars < 2 ** 20);
        PolicySlot slot = PolicySlot.wrap(former).withClaim(number, dollars);
        assert(PolicySlot.unwrap(slot) == former + dollars * PAID_OUT_AT + CLAIMS_AT);
    }
}
