// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance, Role} from "../../src/IGovernance.sol";
import {IInsurancePayment, Quote, Status} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";

contract PauseTest is BaseTest {
    function test_WhenThePauserPauses() public {
        _expectPaused(pauser);
    }

    function test_WhenTheGuardianPauses() public {
        _expectPaused(guardian);
    }

    function test_WhenIntakeIsPausedAlready() public {
        _expectPaused(pauser);
        _expectPaused(guardian);
    }

    function _expectPaused(address by) private {
        vm.expectEmit(address(insurance));
        emit IGovernance.PauseChanged(true, by);
        vm.prank(by);
        insurance.pause();
        assertTrue(insurance.paused());
        // What shares its slot stays.
        assertEq(insurance.roleHolder(Role.Signer), signer);
        assertEq(insurance.currencies().length, 3);
        for (uint256 i = 0; i < 3; ++i) {
            assertTrue(insurance.currencies()[i].accepted);
        }
        Quote memory quote = _quote(NATIVE);
        bytes memory signature = _sign(quote);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.IntakePaused.selector));
        vm.prank(holder);
        insurance.purchase{value: quote.premium}(quote, signature);
    }
}

contract UnpauseTest is BaseTest {
    function test_WhenTheAdministratorUnpauses() public {
        vm.prank(pauser);
        insurance.pause();
        vm.expectEmit(address(insurance));
        emit IGovernance.PauseChanged(false, administrator);
        vm.prank(administrator);
        insurance.unpause();
        assertFalse(insurance.paused());
        assertEq(insurance.roleHolder(Role.Signer), signer);
        _buy(_quote(NATIVE));
    }

    function test_WhenIntakeIsNotPaused() public {
        vm.prank(administrator);
        insurance.unpause();
        assertFalse(insurance.paused());
        _buy(_quote(NATIVE));
    }
}

contract HaltPayoutsTest is BaseTest {
    uint256 private constant START = (TODAY + 2) * 1 days;
    bytes32 private quoteId;

    function setUp() public override {
        super.setUp();
        (quoteId,) = _buyInForce(NATIVE);
    }

    function test_WhenThePauserHalts() public {
        _expectHalted(pauser, Role.Pauser);
        assertEq(insurance.haltableFrom(Role.Pauser), START + 7 days);
        assertEq(insurance.haltableFrom(Role.Guardian), 0);
    }

    function test_WhenTheGuardianHalts() public {
        _expectHalted(guardian, Role.Guardian);
        assertEq(insurance.haltableFrom(Role.Guardian), START + 7 days);
        assertEq(insurance.haltableFrom(Role.Pauser), 0);
    }

    function test_RevertWhen_APayoutIsMadeInTheLastSecondOfTheHalt() public {
        _halt(pauser);
        uint256[2] memory times = [START, START + 3 days - 1];
        for (uint256 i = 0; i < 2; ++i) {
            vm.warp(times[i]);
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PayoutsAreHalted.selector, START + 3 days));
            _pay();
        }
    }

    function test_WhenTheHaltLapses() public {
        _halt(pauser);
        vm.warp(START + 3 days);
        _pay();
        assertEq(insurance.policyOf(quoteId).paidOut, 1000);
    }

    function test_WhenEverythingElseHappensDuringTheHalt() public {
        _halt(guardian);
        Quote memory canceled = _quote(address(usdc));
        canceled.validUntil = uint40(START);
        bytes32 second = _buy(canceled);
        usdc.setDenied(holder, true);
        _cancel(canceled, canceled.premium);
        assertEq(insurance.owed(second), PREMIUM_USD);
        usdc.setDenied(holder, false);
        vm.prank(holder);
        insurance.pull(second, holder);
        Quote memory rejected = _quote(NATIVE);
        rejected.validUntil = uint40(START);
        bytes32 third = _buy(rejected);
        _reject(rejected);
        assertEq(uint8(_statusOf(third)), uint8(Status.Rejected));
        _announce(claims, _payout(quoteId, 1, START, 1000));
    }

    function test_RevertWhen_TheSameRoleHaltsWithinSevenDays() public {
        address[2] memory keys = [pauser, guardian];
        Role[2] memory roles = [Role.Pauser, Role.Guardian];
        for (uint256 i = 0; i < 2; ++i) {
            vm.warp(START);
            _halt(keys[i]);
            vm.warp(START + 7 days - 1);
            vm.expectRevert(abi.encodeWithSelector(IGovernance.HaltedRecently.selector, roles[i], START + 7 days));
            _halt(keys[i]);
        }
    }

    function test_WhenTheSameRoleHaltsAfterSevenDays() public {
        _halt(pauser);
        vm.warp(START + 7 days);
        _halt(pauser);
        assertEq(insurance.haltedUntil(), START + 10 days);
        assertEq(insurance.haltableFrom(Role.Pauser), START + 14 days);
    }

    function test_RevertWhen_AnotherHolderOfTheRoleHaltsWithinSevenDays() public {
        _halt(pauser);
        vm.prank(administrator);
        insurance.grantPauser(stranger);
        vm.expectRevert(abi.encodeWithSelector(IGovernance.HaltedRecently.selector, Role.Pauser, START + 7 days));
        _halt(stranger);
    }

    function test_RevertWhen_TheRoleHaltsAgainAfterItsHaltWasLifted() public {
        _halt(pauser);
        vm.prank(guardian);
        insurance.liftHalt();
        vm.expectRevert(abi.encodeWithSelector(IGovernance.HaltedRecently.selector, Role.Pauser, START + 7 days));
        _halt(pauser);
    }

    function test_WhenTheOtherRoleHaltsDuringAHalt() public {
        _halt(pauser);
        vm.warp(START + 1 days);
        _halt(guardian);
        assertEq(insurance.haltedUntil(), START + 4 days);
    }

    function _expectHalted(address by, Role role) private {
        vm.expectEmit(address(insurance));
        emit IGovernance.PayoutsHalted(role, by, START + 3 days);
        _halt(by);
        assertEq(insurance.haltedUntil(), START + 3 days);
        assertEq(insurance.roleHolder(Role.Claims), claims);
        assertFalse(insurance.paused());
    }

    function _halt(address by) private {
        vm.prank(by);
        insurance.haltPayouts();
    }

    function _pay() private {
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, START, 1000, 0.5 ether, FOREVER);
    }
}

contract LiftHaltTest is BaseTest {
    function test_RevertWhen_PayoutsAreNotHalted() public {
        _expectNotHalted();
    }

    function test_RevertWhen_TheHaltHasLapsed() public {
        vm.prank(pauser);
        insurance.haltPayouts();
        vm.warp(NOW + 3 days);
        _expectNotHalted();
    }

    function test_RevertWhen_TheHaltWasLiftedBefore() public {
        vm.prank(pauser);
        insurance.haltPayouts();
        vm.prank(guardian);
        insurance.liftHalt();
        _expectNotHalted();
    }

    function test_WhenTheGuardianLiftsAHalt() public {
        address[2] memory keys = [pauser, guardian];
        for (uint256 i = 0; i < 2; ++i) {
            (bytes32 quoteId,) = _buyInForce(NATIVE);
            vm.prank(keys[i]);
            insurance.haltPayouts();
            vm.expectEmit(address(insurance));
            emit IGovernance.HaltLifted(guardian);
            vm.prank(guardian);
            insurance.liftHalt();
            assertEq(insurance.haltedUntil(), 0);
            assertEq(insurance.roleHolder(Role.Claims), claims);
            vm.prank(claims);
            insurance.payClaim(quoteId, 1, block.timestamp, 1000, 0.5 ether, FOREVER);
        }
    }

    function test_WhenItIsTheLastSecondOfTheHalt() public {
        vm.prank(pauser);
        insurance.haltPayouts();
        vm.warp(NOW + 3 days - 1);
        vm.prank(guardian);
        insurance.liftHalt();
        assertEq(insurance.haltedUntil(), 0);
    }

    function _expectNotHalted() private {
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotHalted.selector));
        vm.prank(guardian);
        insurance.liftHalt();
    }
}
