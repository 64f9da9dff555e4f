// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance, Role} from "../../src/IGovernance.sol";
import {IPool} from "../../src/IPool.sol";
import {WithdrawalAboveFree} from "../../src/Ledger.sol";
import {AnnouncementBase} from "./AnnouncementBase.sol";

contract ExecuteAnnouncedTest is AnnouncementBase {
    function test_RevertWhen_ItWasNeverAnnounced() public {
        _expectNotAnnounced(raise);
        _execute(administrator, raise);
    }

    function test_RevertWhen_ItIsASecondBeforeItsTime() public {
        _announce(administrator, raise);
        vm.warp(NOW + 2 days - 1);
        _expectTooEarly(raise, NOW + 2 days);
        _execute(administrator, raise);
    }

    function test_WhenItIsTheFirstSecond() public {
        _announce(administrator, raise);
        vm.warp(NOW + 2 days);
        vm.expectEmit(address(insurance));
        emit IGovernance.AnnouncedCallExecuted(keccak256(raise), IPool.loosenLimits.selector, administrator);
        _execute(administrator, raise);
        assertEq(_allowance(), 600_000);
        _assertAnnounced(raise, 0, 0);
    }

    function test_WhenItIsTheLastSecond() public {
        _announce(administrator, raise);
        vm.warp(NOW + 9 days);
        _execute(administrator, raise);
        assertEq(_allowance(), 600_000);
    }

    function test_RevertWhen_ItIsASecondAfterItsTime() public {
        _announce(administrator, raise);
        vm.warp(NOW + 9 days + 1);
        _expectNotAnnounced(raise);
        _execute(administrator, raise);
    }

    function test_RevertWhen_TheGuardianIsReplacedASecondBeforeSevenDays() public {
        _announce(administrator, newGuardian);
        vm.warp(NOW + 7 days - 1);
        _expectTooEarly(newGuardian, NOW + 7 days);
        _execute(administrator, newGuardian);
    }

    function test_WhenTheGuardianIsReplacedAfterSevenDays() public {
        _announce(administrator, newGuardian);
        vm.warp(NOW + 7 days);
        _execute(administrator, newGuardian);
        assertEq(insurance.roleHolder(Role.Guardian), stranger);
    }

    function test_RevertWhen_TheGuardianIsReplacedASecondAfterNineDays() public {
        _announce(administrator, newGuardian);
        vm.warp(NOW + 9 days + 1);
        _expectNotAnnounced(newGuardian);
        _execute(administrator, newGuardian);
    }

    function test_RevertWhen_ItIsExecutedTwice() public {
        _announce(treasurer, withdrawal);
        vm.warp(NOW + 2 days);
        _execute(treasurer, withdrawal);
        _expectNotAnnounced(withdrawal);
        _execute(treasurer, withdrawal);
        assertEq(destination.balance, 5 ether);
    }

    function test_RevertWhen_AnotherRoleExecutesIt() public {
        _announce(administrator, raise);
        vm.warp(NOW + 2 days);
        address[7] memory others = [guardian, claims, underwriter, treasurer, pauser, signer, stranger];
        for (uint256 i = 0; i < 7; ++i) {
            _expectUnauthorized(others[i], IPool.loosenLimits.selector);
            _execute(others[i], raise);
        }
    }

    function test_RevertWhen_OneArgumentDiffers() public {
        _announce(administrator, raise);
        vm.warp(NOW + 2 days);
        bytes memory other = abi.encodeCall(insurance.loosenLimits, (_withAllowance(NATIVE, 600_001)));
        _expectNotAnnounced(other);
        _execute(administrator, other);
        other = abi.encodeCall(insurance.loosenLimits, (_withAllowance(address(usdc), 600_000)));
        _expectNotAnnounced(other);
        _execute(administrator, other);
    }

    function test_WhenBytesTrailTheAnnouncedCall() public {
        _announce(administrator, raise);
        vm.warp(NOW + 2 days);
        _execute(administrator, bytes.concat(raise, hex"00"));
        assertEq(_allowance(), 600_000);
        _assertAnnounced(raise, 0, 0);
    }

    function test_RevertWhen_ARoleWordIsDirty() public {
        // Reads as the guardian's role only to who drops the high bits: it is announced for 2 days, and never decodes.
        bytes memory dirty = abi.encodePacked(IGovernance.grantRole.selector, uint256(257), uint256(uint160(stranger)));
        _announce(administrator, dirty);
        _assertAnnounced(dirty, NOW + 2 days, NOW + 9 days);
        vm.warp(NOW + 2 days);
        vm.expectRevert();
        _execute(administrator, dirty);
        assertEq(insurance.roleHolder(Role.Guardian), guardian);
    }

    function test_RevertWhen_AnAddressWordIsDirty() public {
        bytes memory dirty = abi.encodePacked(
            IGovernance.grantRole.selector, uint256(1), uint256(uint160(stranger)) | (uint256(1) << 160)
        );
        _announce(administrator, dirty);
        _assertAnnounced(dirty, NOW + 7 days, NOW + 9 days);
        vm.warp(NOW + 7 days);
        vm.expectRevert();
        _execute(administrator, dirty);
        assertEq(insurance.roleHolder(Role.Guardian), guardian);
    }

    function test_WhenTheCallFailsItStaysAnnounced() public {
        withdrawal = abi.encodeCall(insurance.withdraw, (NATIVE, destination, 990 ether + 1));
        _announce(treasurer, withdrawal);
        vm.warp(NOW + 2 days);
        vm.expectRevert(abi.encodeWithSelector(WithdrawalAboveFree.selector, NATIVE, 990 ether, 990 ether + 1));
        _execute(treasurer, withdrawal);
        _assertAnnounced(withdrawal, NOW + 2 days, NOW + 9 days);
        insurance.fund{value: 1}(NATIVE, 1);
        _execute(treasurer, withdrawal);
        assertEq(destination.balance, 990 ether + 1);
    }

    /// Whoever announced it isn't there to answer for it anymore.
    function test_RevertWhen_TheRoleWasHandedOnMeanwhile() public {
        _announce(treasurer, withdrawal);
        _announce(administrator, raise);
        vm.warp(NOW + 1);
        _grant(Role.Treasurer, stranger);
        _assertAnnounced(withdrawal, 0, 0);
        vm.warp(NOW + 2 days);
        _expectUnauthorized(treasurer, IPool.withdraw.selector);
        _execute(treasurer, withdrawal);
        _expectNotAnnounced(withdrawal);
        _execute(stranger, withdrawal);
        // What other roles announced stands.
        _execute(administrator, raise);
        assertEq(_allowance(), 600_000);
    }

    function test_RevertWhen_TheRoleWasRevokedInTheSecondOfTheAnnouncement() public {
        _announce(treasurer, withdrawal);
        vm.prank(guardian);
        insurance.revokeRole(Role.Treasurer);
        _grant(Role.Treasurer, treasurer);
        vm.expectRevert(abi.encodeWithSelector(IGovernance.VoidInThisSecond.selector));
        _announce(treasurer, withdrawal);
        vm.warp(NOW + 2 days);
        _expectNotAnnounced(withdrawal);
        _execute(treasurer, withdrawal);
        _await(treasurer, withdrawal);
        _execute(treasurer, withdrawal);
        assertEq(destination.balance, 5 ether);
    }

    function test_RevertWhen_TheAdministratorHandedOverMeanwhile() public {
        _announce(administrator, newGuardian);
        _announce(administrator, raise);
        vm.warp(NOW + 1);
        address next = makeAddr("next administrator");
        _grant(Role.Administrator, next);
        _assertAnnounced(newGuardian, 0, 0);
        _assertAnnounced(raise, 0, 0);
        vm.warp(NOW + 7 days);
        _expectNotAnnounced(newGuardian);
        _execute(next, newGuardian);
    }

    function _expectTooEarly(bytes memory data, uint256 executableAt) private {
        vm.expectRevert(
            abi.encodeWithSelector(IGovernance.AnnouncementNotExecutable.selector, keccak256(data), executableAt)
        );
    }
}
