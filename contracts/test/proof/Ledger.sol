// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ledger} from "../../src/Ledger.sol";

// (a) In any sequence of calls, a currency's balance covers what is owed, what is owed is the sum of its policies' debts,
// and what came in is what went out and what is there. Each contract is one step: whatever the numbers were before, if
// they fit, they fit afterwards. `others` is what all policies but one are owed.

contract ReceivingKeepsTheBooks {
    function step(uint256 balance, uint256 owed, uint256 received, uint256 sent, uint256 amount) external pure {
        require(balance >= owed && received == sent + balance);
        balance += amount;
        received += amount;
        assert(balance >= owed);
        assert(received == sent + balance);
    }
}

contract PayingKeepsTheBooks {
    function step(uint256 balance, uint256 owed, uint256 received, uint256 sent, uint256 amount) external pure {
        require(balance >= owed && received == sent + balance);
        Ledger.checkPayment(address(0), balance, owed, amount);
        balance -= amount;
        sent += amount;
        assert(balance >= owed);
        assert(received == sent + balance);
    }
}

contract OwingKeepsTheBooks {
    function step(uint256 balance, uint256 debt, uint256 others, uint256 amount) external pure {
        uint256 owed = debt + others;
        require(balance >= owed);
        Ledger.checkPayment(address(0), balance, owed, amount);
        (owed, debt) = Ledger.owe(owed, debt, amount);
        assert(balance >= owed);
        assert(owed == debt + others);
    }
}

contract PullingKeepsTheBooks {
    function step(uint256 balance, uint256 debt, uint256 others, uint256 received, uint256 sent) external pure {
        uint256 owed = debt + others;
        require(balance >= owed && received == sent + balance);
        uint256 amount = debt;
        (owed, debt) = Ledger.settle(owed, debt);
        balance -= amount;
        sent += amount;
        assert(debt == 0);
        assert(balance >= owed);
        assert(owed == others);
        assert(received == sent + balance);
    }
}

contract WithdrawingKeepsTheBooks {
    function step(uint256 balance, uint256 owed, uint256 reserve, uint256 received, uint256 sent, uint256 amount)
        external
        pure
    {
        require(balance >= owed && received == sent + balance);
        require(amount > 0);
        Ledger.checkWithdrawal(address(0), balance, owed, reserve, amount);
        balance -= amount;
        sent += amount;
        assert(balance >= owed + reserve);
        assert(received == sent + balance);
    }
}
