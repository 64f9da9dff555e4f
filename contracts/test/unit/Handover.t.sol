// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance, Role} from "../../src/IGovernance.sol";
import {BaseTest} from "../BaseTest.sol";

contract AcceptAdministratorTest is BaseTest {
    function test_RevertWhen_NothingIsProposed() public {
        _expectNotProposed(stranger);
        _expectNotProposed(administrator);
    }

    function test_RevertWhen_SevenDaysAreOver() public {
        _grant(Role.Administrator, stranger);
        vm.warp(NOW + 7 days + 1);
        _assertNoneProposed();
        _expectNotProposed(stranger);
        assertEq(insurance.roleHolder(Role.Administrator), administrator);
    }

    function test_WhenItIsTheLastSecondOfSevenDays() public {
        _grant(Role.Administrator, stranger);
        vm.warp(NOW + 7 days);
        vm.prank(stranger);
        insurance.acceptAdministrator();
        assertEq(insurance.roleHolder(Role.Administrator), stranger);
    }

    function test_WhenALapsedHandoverIsProposedAgain() public {
        _grant(Role.Administrator, stranger);
        vm.warp(NOW + 365 days);
        _grant(Role.Administrator, stranger);
        vm.prank(stranger);
        insurance.acceptAdministrator();
        assertEq(insurance.roleHolder(Role.Administrator), stranger);
    }

    function test_RevertWhen_TheCallerIsNotTheProposedOne() public {
        _grant(Role.Administrator, holder);
        _expectNotProposed(stranger);
        _expectNotProposed(administrator);
    }

    function test_RevertWhen_TheProposedOneHasARoleByNow() public {
        _grant(Role.Administrator, stranger);
        vm.prank(administrator);
        insurance.grantPauser(stranger);
        vm.expectRevert(abi.encodeWithSelector(IGovernance.AddressHoldsRole.selector, stranger, Role.Pauser));
        vm.prank(stranger);
        insurance.acceptAdministrator();
    }

    function test_WhenTheProposedOneAccepts() public {
        _grant(Role.Administrator, stranger);
        vm.expectEmit(address(insurance));
        emit IGovernance.RoleChanged(Role.Administrator, administrator, stranger);
        vm.prank(stranger);
        insurance.acceptAdministrator();
        assertEq(insurance.roleHolder(Role.Administrator), stranger);
        _assertNoneProposed();
        _expectUnauthorized(administrator, IGovernance.unpause.selector);
        vm.prank(administrator);
        insurance.unpause();
        vm.prank(stranger);
        insurance.unpause();
    }

    function test_WhenTheProposedOneWasMadeSigner() public {
        _grant(Role.Administrator, stranger);
        _rotate(stranger);
        vm.expectEmit(address(insurance));
        emit IGovernance.RoleChanged(Role.Signer, stranger, address(0));
        vm.prank(stranger);
        insurance.acceptAdministrator();
        assertEq(insurance.roleHolder(Role.Administrator), stranger);
        assertEq(insurance.roleHolder(Role.Signer), address(0));
    }

    function test_RevertWhen_ItIsAcceptedTwice() public {
        _grant(Role.Administrator, stranger);
        vm.prank(stranger);
        insurance.acceptAdministrator();
        _expectNotProposed(stranger);
    }

    function _assertNoneProposed() private view {
        (address proposed, uint256 lapsesAt) = insurance.proposedAdministrator();
        assertEq(proposed, address(0));
        assertEq(lapsesAt, 0);
    }

    function _expectNotProposed(address caller) private {
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotProposedAdministrator.selector, caller));
        vm.prank(caller);
        insurance.acceptAdministrator();
    }
}

contract CancelHandoverTest is BaseTest {
    function test_WhenTheAdministratorTakesItBack() public {
        _expectCancelled(administrator);
    }

    function test_WhenTheGuardianStopsIt() public {
        _expectCancelled(guardian);
    }

    function _expectCancelled(address by) private {
        _grant(Role.Administrator, stranger);
        vm.expectEmit(address(insurance));
        emit IGovernance.AdministratorProposed(by, address(0), 0);
        vm.prank(by);
        insurance.cancelHandover();
        (address proposed, uint256 lapsesAt) = insurance.proposedAdministrator();
        assertEq(proposed, address(0));
        assertEq(lapsesAt, 0);
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotProposedAdministrator.selector, stranger));
        vm.prank(stranger);
        insurance.acceptAdministrator();
    }
}
