// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance, Role} from "../../src/IGovernance.sol";
import {BaseTest} from "../BaseTest.sol";

/// A new administrator makes the grant itself, as the present one announced it.
contract HandoverTest is BaseTest {
    bytes private handover;

    function setUp() public override {
        super.setUp();
        handover = abi.encodeCall(insurance.grantRole, (Role.Administrator, stranger));
        _announce(administrator, handover);
    }

    function test_WhenTheNewAdministratorMakesTheGrant() public {
        vm.warp(NOW + 2 days);
        vm.expectEmit(address(insurance));
        emit IGovernance.AnnouncedCallExecuted(keccak256(handover), IGovernance.grantRole.selector, stranger);
        vm.expectEmit(address(insurance));
        emit IGovernance.RoleChanged(Role.Administrator, administrator, stranger);
        _execute(stranger, handover);
        assertEq(insurance.roleHolder(Role.Administrator), stranger);
        _expectUnauthorized(administrator, IGovernance.unpause.selector);
        vm.prank(administrator);
        insurance.unpause();
        vm.prank(stranger);
        insurance.unpause();
    }

    function test_WhenItIsTheLastSecondOfNineDays() public {
        vm.warp(NOW + 9 days);
        _execute(stranger, handover);
        assertEq(insurance.roleHolder(Role.Administrator), stranger);
    }

    function test_RevertWhen_NineDaysAreOver() public {
        vm.warp(NOW + 9 days + 1);
        _expectNotAnnounced();
        _execute(stranger, handover);
    }

    function test_RevertWhen_TwoDaysAreNotOver() public {
        vm.warp(NOW + 2 days - 1);
        vm.expectRevert(
            abi.encodeWithSelector(IGovernance.AnnouncementNotExecutable.selector, keccak256(handover), NOW + 2 days)
        );
        _execute(stranger, handover);
    }

    function test_RevertWhen_TheGrantIsMadeTwice() public {
        vm.warp(NOW + 2 days);
        _execute(stranger, handover);
        _expectNotAnnounced();
        _execute(stranger, handover);
    }

    function test_RevertWhen_NobodyAnnouncedIt() public {
        handover = abi.encodeCall(insurance.grantRole, (Role.Administrator, holder));
        _expectNotAnnounced();
        _execute(holder, handover);
    }

    /// The administrator included: only who makes the grant has shown that it can.
    function test_RevertWhen_AnybodyElseMakesTheGrant() public {
        vm.warp(NOW + 2 days);
        address[5] memory others = [administrator, guardian, recovery, signer, holder];
        for (uint256 i = 0; i < 5; ++i) {
            _expectUnauthorized(others[i], IGovernance.grantRole.selector);
            _execute(others[i], handover);
        }
    }

    function test_RevertWhen_TheNewAdministratorHasARoleByNow() public {
        vm.prank(administrator);
        insurance.grantPauser(stranger);
        vm.warp(NOW + 2 days);
        vm.expectRevert(abi.encodeWithSelector(IGovernance.AddressHoldsRole.selector, stranger, Role.Pauser));
        _execute(stranger, handover);
    }

    function test_WhenTheNewAdministratorWasMadeSigner() public {
        vm.warp(NOW + 2 days);
        _rotate(stranger);
        vm.expectEmit(address(insurance));
        emit IGovernance.RoleChanged(Role.Signer, stranger, address(0));
        _execute(stranger, handover);
        assertEq(insurance.roleHolder(Role.Administrator), stranger);
        assertEq(insurance.roleHolder(Role.Signer), address(0));
    }

    function test_RevertWhen_ItWasVetoed() public {
        address[2] memory keys = [administrator, guardian];
        for (uint256 i = 0; i < 2; ++i) {
            uint256 snapshot = vm.snapshotState();
            vm.prank(keys[i]);
            insurance.veto(handover);
            vm.warp(NOW + 2 days);
            _expectNotAnnounced();
            _execute(stranger, handover);
            vm.revertToState(snapshot);
            vm.warp(NOW);
        }
    }

    function test_RevertWhen_AnotherBecameAdministratorFirst() public {
        vm.warp(NOW + 1);
        _grant(Role.Administrator, holder);
        vm.warp(NOW + 2 days);
        _expectNotAnnounced();
        _execute(stranger, handover);
        assertEq(insurance.roleHolder(Role.Administrator), holder);
    }

    function _expectNotAnnounced() private {
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(handover)));
    }
}
