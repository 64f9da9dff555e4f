// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Quote} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";
import {Wallet} from "../mocks/Wallet.sol";

/// What a holder sees in the middle of its own payment: all effects are done before the contract calls out.
contract EffectsTest is BaseTest {
    uint256 private constant START = (TODAY + 1) * 1 days;
    Wallet private wallet;
    Quote private quote;
    bytes32 private quoteId;

    /// One slot each: more would take more gas than a holder gets.
    bytes32 private seen;
    uint256 private seenAllowance;

    function setUp() public override {
        super.setUp();
        wallet = new Wallet();
        vm.deal(address(wallet), 10 ether);
        quote = _quote(NATIVE);
        quote.holder = address(wallet);
        quoteId = _buy(quote);
        wallet.setReentry(address(this), abi.encodeCall(this.look, ()));
        vm.warp(START + 1 days);
    }

    function test_WhenAClaimIsPaidTheHolderSeesItCounted() public {
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, START, 1000, 0.5 ether, FOREVER);
        _assertSeen();
        assertEq(insurance.policyOf(quoteId).paidOut, 1000);
    }

    function test_WhenAClaimIsPaidTheHolderSeesTheAllowanceUsed() public {
        wallet.setReentry(address(this), abi.encodeCall(this.lookAtAllowance, ()));
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, START, 1000, 0.5 ether, FOREVER);
        assertEq(seenAllowance, ALLOWANCE - 1000);
    }

    function test_WhenAnAnnouncedPayoutIsPaidTheHolderSeesItGone() public {
        bytes memory payout = _payout(quoteId, 1, START, 1000);
        _await(claims, payout);
        _payAnnounced(payout, 0.5 ether);
        _assertSeen();
    }

    function test_WhenAPolicyIsRejectedTheHolderSeesItRejected() public {
        _reject(quote);
        _assertSeen();
    }

    function test_WhenAPolicyIsRefundedTheHolderSeesItCanceled() public {
        vm.prank(address(wallet));
        insurance.consentToCancellation(quoteId, 1, block.timestamp);
        vm.prank(underwriter);
        insurance.refund(quote, 1, block.timestamp, "");
        _assertSeen();
    }

    function test_WhenADebtIsPulledTheHolderSeesItSettled() public {
        wallet.setOnReceive(Wallet.OnReceive.Refuse);
        _reject(quote);
        assertEq(insurance.owed(quoteId), quote.premium);
        wallet.setReentry(address(this), abi.encodeCall(this.look, ()));
        vm.prank(address(wallet));
        insurance.pull(quoteId, address(wallet));
        _assertSeen();
    }

    /// What the wallet calls while it is paid.
    function look() external {
        seen = _state();
    }

    function lookAtAllowance() external {
        seenAllowance = insurance.currencies()[0].allowanceLeft;
    }

    /// The wallet saw then what stands now.
    function _assertSeen() private view {
        assertEq(seen, _state());
        assertEq(insurance.owed(quoteId), 0);
    }

    function _state() private view returns (bytes32) {
        (bytes32 consent,) = insurance.consentOf(quoteId);
        (uint256 executableAt,) = insurance.announcementOf(keccak256(_payout(quoteId, 1, START, 1000)));
        return keccak256(abi.encode(insurance.policyOf(quoteId), insurance.owed(quoteId), executableAt, consent));
    }
}
