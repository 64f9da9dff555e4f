// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance, Role} from "../../src/IGovernance.sol";
import {BaseTest} from "../BaseTest.sol";

abstract contract RecoveryBase is BaseTest {
    address internal accomplice = makeAddr("accomplice");

    function _announceRecovery() internal {
        vm.prank(guardian);
        insurance.announceRecovery();
    }

    function _accept() internal {
        vm.prank(recovery);
        insurance.acceptRecovery();
    }

    function _assertRecovery(uint256 acceptableAt, uint256 lapsesAt) internal view {
        (address account, uint256 from, uint256 until) = insurance.recovery();
        assertEq(account, recovery);
        assertEq(from, acceptableAt);
        assertEq(until, lapsesAt);
    }

    function _assertAdministrator(address expected) internal view {
        assertEq(insurance.roleHolder(Role.Administrator), expected);
    }

    function _expectNotAcceptable(uint256 acceptableAt) internal {
        vm.expectRevert(abi.encodeWithSelector(IGovernance.RecoveryNotAcceptable.selector, acceptableAt));
    }
}

contract AnnounceRecoveryTest is RecoveryBase {
    function test_RevertWhen_ThereIsNoRecoveryAddress() public {
        recovery = address(0);
        insurance = _deploy(_roles(), _delays(), _currencies());
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NoRecovery.selector));
        _announceRecovery();
        // And nobody, the zero address included, becomes administrator.
        _expectUnauthorized(stranger, IGovernance.acceptRecovery.selector);
        vm.prank(stranger);
        insurance.acceptRecovery();
        _expectNotAcceptable(0);
        _accept();
    }

    function test_WhenTheGuardianAnnouncesIt() public {
        _assertRecovery(0, 0);
        vm.expectEmit(address(insurance));
        emit IGovernance.RecoveryAnnounced(guardian, NOW + 5 days, NOW + 12 days);
        _announceRecovery();
        _assertRecovery(NOW + 5 days, NOW + 12 days);
        _assertAdministrator(administrator);
    }

    function test_RevertWhen_ItIsUnderWay() public {
        _announceRecovery();
        uint256[2] memory times = [NOW, NOW + 12 days];
        for (uint256 i = 0; i < 2; ++i) {
            vm.warp(times[i]);
            vm.expectRevert(abi.encodeWithSelector(IGovernance.RecoveryAlreadyAnnounced.selector, NOW + 12 days));
            _announceRecovery();
        }
    }

    function test_WhenTheFormerOneHasLapsed() public {
        _announceRecovery();
        vm.warp(NOW + 12 days + 1);
        _announceRecovery();
        _assertRecovery(NOW + 17 days + 1, NOW + 24 days + 1);
    }
}

contract AcceptRecoveryTest is RecoveryBase {
    function test_RevertWhen_NothingWasAnnounced() public {
        _expectNotAcceptable(0);
        _accept();
    }

    function test_RevertWhen_SomebodyElseAccepts() public {
        _announceRecovery();
        vm.warp(NOW + 5 days);
        address[3] memory others = [guardian, administrator, stranger];
        for (uint256 i = 0; i < 3; ++i) {
            _expectUnauthorized(others[i], IGovernance.acceptRecovery.selector);
            vm.prank(others[i]);
            insurance.acceptRecovery();
        }
    }

    function test_RevertWhen_FiveDaysAreNotOver() public {
        _announceRecovery();
        vm.warp(NOW + 5 days - 1);
        _expectNotAcceptable(NOW + 5 days);
        _accept();
    }

    function test_RevertWhen_SevenMoreDaysAreOver() public {
        _announceRecovery();
        vm.warp(NOW + 12 days + 1);
        _assertRecovery(0, 0);
        _expectNotAcceptable(0);
        _accept();
    }

    function test_WhenItIsTheFirstSecond() public {
        _announceRecovery();
        vm.warp(NOW + 5 days);
        vm.expectEmit(address(insurance));
        emit IGovernance.RoleChanged(Role.Administrator, administrator, recovery);
        _accept();
        _assertAdministrator(recovery);
        _assertRecovery(0, 0);
        _expectUnauthorized(administrator, IGovernance.unpause.selector);
        vm.prank(administrator);
        insurance.unpause();
    }

    function test_WhenItIsTheLastSecond() public {
        _announceRecovery();
        vm.warp(NOW + 12 days);
        _accept();
        _assertAdministrator(recovery);
    }

    function test_RevertWhen_ItIsAcceptedTwice() public {
        _announceRecovery();
        vm.warp(NOW + 5 days);
        _accept();
        _expectNotAcceptable(0);
        _accept();
    }

    function test_WhenItHandsTheRoleOnItCanRecoverAgain() public {
        _announceRecovery();
        vm.warp(NOW + 5 days);
        _accept();
        bytes memory handover = abi.encodeCall(insurance.grantRole, (Role.Administrator, stranger));
        _await(recovery, handover);
        _execute(recovery, handover);
        vm.prank(stranger);
        insurance.acceptAdministrator();
        _announceRecovery();
        vm.warp(block.timestamp + 5 days);
        _accept();
        _assertAdministrator(recovery);
    }
}

/// Who has which key when the recovery is needed, and what the others try against it.
contract RecoveryAttacksTest is RecoveryBase {
    /// First two editions: the stolen administrator revoked the treasurer at once, replaced the guardian after 7 days and
    /// had the pool by day 11. Announced 48 hours after that replacement was, the recovery comes in its first second.
    function test_WhenTheAdministratorIsStolen() public {
        bytes memory hostile = abi.encodeCall(insurance.grantRole, (Role.Guardian, accomplice));
        _announce(administrator, hostile);
        vm.prank(administrator);
        insurance.revokeRole(Role.Treasurer);
        vm.warp(NOW + 2 days);
        _announceRecovery();
        vm.warp(NOW + 7 days);
        _accept();
        _expectUnauthorized(administrator, IGovernance.grantRole.selector);
        _execute(administrator, hostile);
        vm.prank(recovery);
        insurance.veto(hostile);
        _await(recovery, abi.encodeCall(insurance.grantRole, (Role.Treasurer, treasurer)));
        _execute(recovery, abi.encodeCall(insurance.grantRole, (Role.Treasurer, treasurer)));
        assertEq(insurance.roleHolder(Role.Guardian), guardian);
        assertEq(address(insurance).balance, 1000 ether);
    }

    /// Two days later the hostile guardian is there first, but what it lets through has to wait under it.
    function test_WhenItIsAnnouncedOnTheLastDayOfTheGuardian() public {
        bytes memory hostile = abi.encodeCall(insurance.grantRole, (Role.Guardian, accomplice));
        bytes memory grant = abi.encodeCall(insurance.grantRole, (Role.Treasurer, makeAddr("second accomplice")));
        _announce(administrator, hostile);
        vm.warp(NOW + 4 days - 1);
        _announceRecovery();
        vm.warp(NOW + 7 days);
        _execute(administrator, hostile);
        _announce(administrator, grant);
        vm.warp(NOW + 9 days - 1);
        _accept();
        vm.warp(NOW + 9 days);
        _expectUnauthorized(administrator, IGovernance.grantRole.selector);
        _execute(administrator, grant);
    }

    function test_WhenTheAdministratorGivesTheRecoveryAddressARole() public {
        bytes[6] memory calls = [
            abi.encodeCall(insurance.grantRole, (Role.Administrator, recovery)),
            abi.encodeCall(insurance.grantRole, (Role.Guardian, recovery)),
            abi.encodeCall(insurance.grantRole, (Role.Claims, recovery)),
            abi.encodeCall(insurance.grantRole, (Role.Treasurer, recovery)),
            abi.encodeCall(insurance.grantPauser, (recovery)),
            abi.encodeCall(insurance.replaceSigner, (recovery))
        ];
        for (uint256 i = 0; i < 4; ++i) {
            _announce(administrator, calls[i]);
        }
        vm.warp(NOW + 7 days);
        for (uint256 i = 0; i < 6; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IGovernance.RecoveryHoldsNoRole.selector));
            _execute(i == 5 ? underwriter : administrator, calls[i]);
        }
        _announceRecovery();
        vm.warp(NOW + 12 days);
        _accept();
        _assertAdministrator(recovery);
    }

    function test_WhenEverythingIsTriedAgainstIt() public {
        bytes memory successor = abi.encodeCall(insurance.grantRole, (Role.Guardian, accomplice));
        bytes memory handover = abi.encodeCall(insurance.grantRole, (Role.Administrator, stranger));
        _announce(administrator, successor);
        vm.warp(NOW + 6 days);
        _announce(administrator, handover);
        vm.warp(NOW + 6 days + 1);
        _announceRecovery();
        vm.prank(administrator);
        insurance.cancelHandover();
        vm.warp(NOW + 7 days);
        _execute(administrator, successor);
        vm.startPrank(accomplice);
        insurance.vetoAll();
        insurance.cancelHandover();
        bytes memory call = abi.encodeCall(insurance.announceRecovery, ());
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(call)));
        insurance.veto(call);
        vm.expectRevert(abi.encodeWithSelector(IGovernance.RecoveryAlreadyAnnounced.selector, NOW + 18 days + 1));
        insurance.announceRecovery();
        vm.stopPrank();
        _assertRecovery(NOW + 11 days + 1, NOW + 18 days + 1);
        vm.warp(NOW + 11 days + 1);
        _accept();
        _assertAdministrator(recovery);
    }

    /// Whom the former administrator proposed could otherwise take the role back at once.
    function test_WhenAHandoverIsUnderWayItEnds() public {
        vm.warp(NOW + 3 days);
        _announceRecovery();
        vm.warp(NOW + 8 days);
        _grant(Role.Administrator, accomplice);
        _accept();
        (address proposed,) = insurance.proposedAdministrator();
        assertEq(proposed, address(0));
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotProposedAdministrator.selector, accomplice));
        vm.prank(accomplice);
        insurance.acceptAdministrator();
    }

    function test_WhenTheAdministratorHandedOverMeanwhile() public {
        _announceRecovery();
        vm.warp(NOW + 5 days);
        _grant(Role.Administrator, accomplice);
        vm.prank(accomplice);
        insurance.acceptAdministrator();
        _accept();
        _assertAdministrator(recovery);
    }

    /// A stolen guardian announces what nobody has to accept.
    function test_WhenTheGuardianIsStolen() public {
        _announceRecovery();
        vm.prank(administrator);
        insurance.announce(abi.encodeCall(insurance.grantRole, (Role.Guardian, stranger)));
        vm.warp(NOW + 7 days);
        _execute(administrator, abi.encodeCall(insurance.grantRole, (Role.Guardian, stranger)));
        vm.warp(NOW + 12 days + 1);
        _expectNotAcceptable(0);
        _accept();
        _assertAdministrator(administrator);
    }

    /// With both in the same hands nobody announces it.
    function test_RevertWhen_GuardianAndAdministratorAreStolen() public {
        vm.warp(NOW + 30 days);
        _expectNotAcceptable(0);
        _accept();
        _assertAdministrator(administrator);
    }

    /// A recovery address whose keys are lost changes nothing: roles go on as without one.
    function test_WhenTheRecoveryAddressIsDead() public {
        _announceRecovery();
        _grant(Role.Administrator, stranger);
        vm.prank(stranger);
        insurance.acceptAdministrator();
        vm.warp(NOW + 12 days + 1);
        _assertAdministrator(stranger);
        vm.prank(stranger);
        insurance.unpause();
    }
}
