// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance, Role} from "../../src/IGovernance.sol";
import {BaseTest} from "../BaseTest.sol";

abstract contract RecoveryBase is BaseTest {
    address internal accomplice = makeAddr("accomplice");
    /// What the guardian announces and the recovery address makes.
    bytes internal rescue;

    function setUp() public virtual override {
        super.setUp();
        rescue = abi.encodeCall(insurance.grantRole, (Role.Administrator, recovery));
    }

    function _assertAnnounced(uint256 expectedFrom, uint256 expectedUntil) internal view {
        (uint256 executableAt, uint256 expiresAt) = insurance.announcementOf(keccak256(rescue));
        assertEq(executableAt, expectedFrom);
        assertEq(expiresAt, expectedUntil);
    }

    function _assertAdministrator(address expected) internal view {
        assertEq(insurance.roleHolder(Role.Administrator), expected);
    }

    function _expectNotAnnounced() internal {
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(rescue)));
    }
}

contract AnnounceRecoveryTest is RecoveryBase {
    function test_RevertWhen_ThereIsNoRecoveryAddress() public {
        recovery = address(0);
        insurance = _deploy(_roles(), _delays(), _currencies());
        rescue = abi.encodeCall(insurance.grantRole, (Role.Administrator, address(0)));
        _expectUnauthorized(guardian, IGovernance.grantRole.selector);
        _announce(guardian, rescue);
        // And nobody, the zero address included, becomes administrator.
        _await(administrator, rescue);
        vm.expectRevert(abi.encodeWithSelector(IGovernance.ZeroAddress.selector));
        _execute(address(0), rescue);
    }

    function test_WhenTheGuardianAnnouncesIt() public {
        vm.expectEmit(address(insurance));
        emit IGovernance.CallAnnounced(
            keccak256(rescue), IGovernance.grantRole.selector, guardian, rescue, NOW + 5 days, NOW + 12 days
        );
        _announce(guardian, rescue);
        _assertAnnounced(NOW + 5 days, NOW + 12 days);
        _assertAdministrator(administrator);
    }

    /// The administrator could otherwise announce it first, and veto it.
    function test_RevertWhen_AnybodyElseAnnouncesIt() public {
        address[5] memory others = [administrator, claims, treasurer, recovery, stranger];
        for (uint256 i = 0; i < 5; ++i) {
            _expectUnauthorized(others[i], IGovernance.grantRole.selector);
            _announce(others[i], rescue);
        }
    }

    function test_RevertWhen_TheGuardianAnnouncesAnotherGrant() public {
        bytes[3] memory grants = [
            abi.encodeCall(insurance.grantRole, (Role.Administrator, accomplice)),
            abi.encodeCall(insurance.grantRole, (Role.Claims, recovery)),
            abi.encodePacked(
                IGovernance.grantRole.selector, uint256(0), uint256(uint160(recovery)) | (uint256(1) << 160)
            )
        ];
        for (uint256 i = 0; i < 3; ++i) {
            _expectUnauthorized(guardian, IGovernance.grantRole.selector);
            _announce(guardian, grants[i]);
        }
    }

    function test_RevertWhen_ItWaits() public {
        _announce(guardian, rescue);
        uint256[2] memory times = [NOW, NOW + 5 days - 1];
        for (uint256 i = 0; i < 2; ++i) {
            vm.warp(times[i]);
            vm.expectRevert(abi.encodeWithSelector(IGovernance.AlreadyAnnounced.selector, keccak256(rescue)));
            _announce(guardian, rescue);
        }
    }

    /// The recovery address may be slow, and the guardian may be replaced: a gap of five days would be too long.
    function test_WhenItIsRenewedBeforeItLapses() public {
        uint256[2] memory times = [NOW + 5 days, NOW + 12 days];
        for (uint256 i = 0; i < 2; ++i) {
            vm.warp(NOW);
            uint256 snapshot = vm.snapshotState();
            _announce(guardian, rescue);
            vm.warp(times[i]);
            vm.expectEmit(address(insurance));
            emit IGovernance.CallAnnounced(
                keccak256(rescue), IGovernance.grantRole.selector, guardian, rescue, times[i], times[i] + 7 days
            );
            _announce(guardian, rescue);
            _assertAnnounced(times[i], times[i] + 7 days);
            vm.warp(times[i] + 7 days);
            _execute(recovery, rescue);
            _assertAdministrator(recovery);
            vm.revertToState(snapshot);
        }
    }

    function test_WhenTheFormerOneHasLapsed() public {
        _announce(guardian, rescue);
        vm.warp(NOW + 12 days + 1);
        _announce(guardian, rescue);
        _assertAnnounced(NOW + 17 days + 1, NOW + 24 days + 1);
    }
}

contract RecoverTest is RecoveryBase {
    function test_RevertWhen_NothingWasAnnounced() public {
        _expectNotAnnounced();
        _execute(recovery, rescue);
    }

    function test_RevertWhen_SomebodyElseMakesIt() public {
        _announce(guardian, rescue);
        vm.warp(NOW + 5 days);
        address[3] memory others = [guardian, administrator, stranger];
        for (uint256 i = 0; i < 3; ++i) {
            _expectUnauthorized(others[i], IGovernance.grantRole.selector);
            _execute(others[i], rescue);
        }
    }

    function test_RevertWhen_FiveDaysAreNotOver() public {
        _announce(guardian, rescue);
        vm.warp(NOW + 5 days - 1);
        vm.expectRevert(
            abi.encodeWithSelector(IGovernance.AnnouncementNotExecutable.selector, keccak256(rescue), NOW + 5 days)
        );
        _execute(recovery, rescue);
    }

    function test_RevertWhen_SevenMoreDaysAreOver() public {
        _announce(guardian, rescue);
        vm.warp(NOW + 12 days + 1);
        _assertAnnounced(0, 0);
        _expectNotAnnounced();
        _execute(recovery, rescue);
    }

    function test_WhenItIsTheFirstSecond() public {
        _announce(guardian, rescue);
        vm.warp(NOW + 5 days);
        vm.expectEmit(address(insurance));
        emit IGovernance.RoleChanged(Role.Administrator, administrator, recovery);
        _execute(recovery, rescue);
        _assertAdministrator(recovery);
        _assertAnnounced(0, 0);
        _expectUnauthorized(administrator, IGovernance.unpause.selector);
        vm.prank(administrator);
        insurance.unpause();
    }

    function test_WhenItIsTheLastSecond() public {
        _announce(guardian, rescue);
        vm.warp(NOW + 12 days);
        _execute(recovery, rescue);
        _assertAdministrator(recovery);
    }

    function test_RevertWhen_ItIsMadeTwice() public {
        _announce(guardian, rescue);
        vm.warp(NOW + 5 days);
        _execute(recovery, rescue);
        _expectNotAnnounced();
        _execute(recovery, rescue);
    }

    function test_WhenItHandsTheRoleOnItCanRecoverAgain() public {
        _announce(guardian, rescue);
        vm.warp(NOW + 5 days);
        _execute(recovery, rescue);
        vm.warp(NOW + 5 days + 1);
        bytes memory handover = abi.encodeCall(insurance.grantRole, (Role.Administrator, stranger));
        _await(recovery, handover);
        _execute(stranger, handover);
        _await(guardian, rescue);
        _execute(recovery, rescue);
        _assertAdministrator(recovery);
    }
}

/// Who has which key when the recovery is needed, and what the others try against it.
contract RecoveryAttacksTest is RecoveryBase {
    /// First two editions: the stolen administrator revoked the treasurer at once, replaced the guardian after 7 days and
    /// had the pool by day 11. Announced 24 hours after that replacement was, the recovery comes a day before it.
    function test_WhenTheAdministratorIsStolen() public {
        bytes memory hostile = abi.encodeCall(insurance.grantRole, (Role.Guardian, accomplice));
        _announce(administrator, hostile);
        vm.prank(administrator);
        insurance.revokeRole(Role.Treasurer);
        vm.warp(NOW + 1 days);
        _announce(guardian, rescue);
        vm.warp(NOW + 6 days);
        _execute(recovery, rescue);
        // What the former administrator announced is void with it.
        vm.warp(NOW + 7 days);
        _expectUnauthorized(administrator, IGovernance.grantRole.selector);
        _execute(administrator, hostile);
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(hostile)));
        _execute(recovery, hostile);
        bytes memory grant = abi.encodeCall(insurance.grantRole, (Role.Treasurer, treasurer));
        _await(recovery, grant);
        _execute(recovery, grant);
        assertEq(insurance.roleHolder(Role.Guardian), guardian);
        assertEq(address(insurance).balance, 1000 ether);
    }

    /// Two days later the hostile guardian is there first, but what it lets through has to wait under it.
    function test_WhenItIsAnnouncedThreeDaysAfterTheHostileGuardian() public {
        bytes memory hostile = abi.encodeCall(insurance.grantRole, (Role.Guardian, accomplice));
        bytes memory grant = abi.encodeCall(insurance.grantRole, (Role.Treasurer, makeAddr("second accomplice")));
        _announce(administrator, hostile);
        vm.warp(NOW + 3 days);
        _announce(guardian, rescue);
        vm.warp(NOW + 7 days);
        _execute(administrator, hostile);
        vm.warp(NOW + 7 days + 1);
        _announce(administrator, grant);
        vm.warp(NOW + 8 days);
        _execute(recovery, rescue);
        vm.warp(NOW + 9 days + 1);
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(grant)));
        _execute(recovery, grant);
    }

    function test_RevertWhen_TheAdministratorGivesTheRecoveryAddressARole() public {
        bytes[5] memory calls = [
            abi.encodeCall(insurance.grantRole, (Role.Guardian, recovery)),
            abi.encodeCall(insurance.grantRole, (Role.Claims, recovery)),
            abi.encodeCall(insurance.grantRole, (Role.Treasurer, recovery)),
            abi.encodeCall(insurance.grantPauser, (recovery)),
            abi.encodeCall(insurance.replaceSigner, (recovery))
        ];
        for (uint256 i = 0; i < 3; ++i) {
            _announce(administrator, calls[i]);
        }
        vm.warp(NOW + 7 days);
        for (uint256 i = 0; i < 5; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IGovernance.RecoveryHoldsNoRole.selector));
            _execute(i == 4 ? underwriter : administrator, calls[i]);
        }
    }

    /// Vetoes, a flood of announcements, a new guardian and a new administrator.
    function test_WhenEverythingIsTriedAgainstIt() public {
        bytes memory successor = abi.encodeCall(insurance.grantRole, (Role.Guardian, accomplice));
        bytes memory handover = abi.encodeCall(insurance.grantRole, (Role.Administrator, stranger));
        _announce(administrator, successor);
        vm.warp(NOW + 4 days);
        _announce(administrator, handover);
        vm.warp(NOW + 6 days);
        _announce(guardian, rescue);
        address[3] memory keys = [administrator, guardian, recovery];
        for (uint256 i = 0; i < 3; ++i) {
            _expectUnauthorized(keys[i], IGovernance.grantRole.selector);
            vm.prank(keys[i]);
            insurance.veto(rescue);
        }
        vm.warp(NOW + 7 days - 1);
        _execute(stranger, handover);
        _assertAnnounced(NOW + 11 days, NOW + 18 days);
        vm.warp(NOW + 7 days);
        _announce(stranger, successor);
        vm.warp(NOW + 10 days);
        vm.prank(guardian);
        insurance.vetoAll();
        vm.warp(NOW + 14 days);
        _execute(stranger, successor);
        vm.startPrank(accomplice);
        insurance.vetoAll();
        _expectUnauthorized(accomplice, IGovernance.grantRole.selector);
        insurance.veto(rescue);
        vm.stopPrank();
        _assertAnnounced(NOW + 11 days, NOW + 18 days);
        // A hostile guardian can only make it last longer.
        _announce(accomplice, rescue);
        _assertAnnounced(NOW + 14 days, NOW + 21 days);
        _execute(recovery, rescue);
        _assertAdministrator(recovery);
    }

    /// Whom the former administrator announced could otherwise take the role back at once.
    function test_WhenAHandoverIsAnnouncedItIsVoid() public {
        bytes memory handover = abi.encodeCall(insurance.grantRole, (Role.Administrator, accomplice));
        _announce(guardian, rescue);
        vm.warp(NOW + 3 days);
        _announce(administrator, handover);
        vm.warp(NOW + 5 days);
        _execute(recovery, rescue);
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(handover)));
        _execute(accomplice, handover);
        _assertAdministrator(recovery);
    }

    function test_WhenTheAdministratorHandedOverMeanwhile() public {
        _announce(guardian, rescue);
        vm.warp(NOW + 5 days);
        _grant(Role.Administrator, accomplice);
        _execute(recovery, rescue);
        _assertAdministrator(recovery);
    }

    /// A stolen guardian announces what nobody has to make.
    function test_WhenTheGuardianIsStolen() public {
        _announce(guardian, rescue);
        bytes memory successor = abi.encodeCall(insurance.grantRole, (Role.Guardian, stranger));
        _announce(administrator, successor);
        vm.warp(NOW + 7 days);
        _execute(administrator, successor);
        vm.warp(NOW + 12 days + 1);
        _expectNotAnnounced();
        _execute(recovery, rescue);
        _assertAdministrator(administrator);
        assertEq(insurance.roleHolder(Role.Guardian), stranger);
    }

    /// With both in the same hands nobody announces it.
    function test_RevertWhen_GuardianAndAdministratorAreStolen() public {
        vm.warp(NOW + 30 days);
        _expectNotAnnounced();
        _execute(recovery, rescue);
        _assertAdministrator(administrator);
    }

    /// A recovery address whose keys are lost changes nothing: roles go on as without one.
    function test_WhenTheRecoveryAddressIsDead() public {
        _announce(guardian, rescue);
        _grant(Role.Administrator, stranger);
        vm.warp(NOW + 12 days + 1);
        _assertAdministrator(stranger);
        vm.prank(stranger);
        insurance.unpause();
    }
}
