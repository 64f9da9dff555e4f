// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance, Role} from "../../src/IGovernance.sol";
import {IPool} from "../../src/IPool.sol";
import {WithdrawalAboveFree} from "../../src/Ledger.sol";
import {BaseTest} from "../BaseTest.sol";

/// What the tests of announced calls share: two calls, and how an announcement stands.
abstract contract AnnouncementBase is BaseTest {
    /// The administrator's.
    bytes internal raise;
    /// The treasurer's.
    bytes internal withdrawal;
    /// The one that nobody vetoes.
    bytes internal newGuardian;
    address internal destination = makeAddr("destination");

    function setUp() public virtual override {
        super.setUp();
        raise = abi.encodeCall(insurance.loosenLimits, (_withAllowance(NATIVE, 600_000)));
        withdrawal = abi.encodeCall(insurance.withdraw, (NATIVE, destination, 5 ether));
        newGuardian = abi.encodeCall(insurance.grantRole, (Role.Guardian, stranger));
    }

    function _assertAnnounced(bytes memory data, uint256 expectedFrom, uint256 expectedUntil) internal view {
        (uint256 executableAt, uint256 expiresAt) = insurance.announcementOf(keccak256(data));
        assertEq(executableAt, expectedFrom);
        assertEq(expiresAt, expectedUntil);
    }

    function _expectNotAnnounced(bytes memory data) internal {
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(data)));
    }

    function _allowance() internal view returns (uint256) {
        return insurance.currencies()[0].allowance;
    }
}

contract AnnounceTest is AnnouncementBase {
    function test_RevertWhen_TheCallIsNotAnnounceable() public {
        bytes4[4] memory selectors =
            [IGovernance.pause.selector, IPool.fund.selector, IGovernance.announce.selector, bytes4(0)];
        for (uint256 i = 0; i < 4; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounceable.selector, selectors[i]));
            _announce(administrator, abi.encodePacked(selectors[i], uint256(1)));
        }
    }

    function test_RevertWhen_TheCallIsShorterThanASelector() public {
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounceable.selector, bytes4(0)));
        _announce(administrator, "");
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounceable.selector, bytes4(bytes2(bytes(raise)))));
        _announce(administrator, abi.encodePacked(bytes2(raise)));
    }

    function test_RevertWhen_TheCallIsLongerOrShorterThanItsArguments() public {
        bytes[3] memory calls = [raise, newGuardian, abi.encodeCall(insurance.addCurrency, (_limits(stranger)))];
        for (uint256 i = 0; i < 3; ++i) {
            bytes4 selector = bytes4(calls[i]);
            vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounceable.selector, selector));
            _announce(administrator, bytes.concat(calls[i], hex"00"));
            vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounceable.selector, selector));
            _announce(administrator, bytes.concat(selector, new bytes(calls[i].length - 5)));
        }
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounceable.selector, IPool.withdraw.selector));
        _announce(treasurer, bytes.concat(withdrawal, hex"00"));
    }

    function test_RevertWhen_ARoleAnnouncesWhatItMayNotCall() public {
        address[7] memory others = [guardian, claims, underwriter, treasurer, pauser, signer, stranger];
        for (uint256 i = 0; i < 7; ++i) {
            _expectUnauthorized(others[i], IPool.loosenLimits.selector);
            _announce(others[i], raise);
        }
        _expectUnauthorized(administrator, IPool.withdraw.selector);
        _announce(administrator, withdrawal);
    }

    function test_WhenTheRoleOfTheCallAnnounces() public {
        vm.expectEmit(address(insurance));
        emit IGovernance.CallAnnounced(
            keccak256(raise), IPool.loosenLimits.selector, administrator, raise, NOW + 2 days, NOW + 9 days
        );
        _announce(administrator, raise);
        _assertAnnounced(raise, NOW + 2 days, NOW + 9 days);
        assertEq(_allowance(), 500_000, "nothing changes yet");
    }

    function test_WhenANewGuardianIsAnnounced() public {
        vm.expectEmit(address(insurance));
        emit IGovernance.CallAnnounced(
            keccak256(newGuardian),
            IGovernance.grantRole.selector,
            administrator,
            newGuardian,
            NOW + 7 days,
            NOW + 9 days
        );
        _announce(administrator, newGuardian);
        _assertAnnounced(newGuardian, NOW + 7 days, NOW + 9 days);
    }

    function test_WhenAnotherRoleIsAnnounced() public {
        uint8[4] memory roles = [0, 2, 3, 4];
        for (uint256 i = 0; i < 4; ++i) {
            bytes memory grant = abi.encodeCall(insurance.grantRole, (Role(roles[i]), stranger));
            _announce(administrator, grant);
            _assertAnnounced(grant, NOW + 2 days, NOW + 9 days);
        }
    }

    function test_RevertWhen_ItIsAnnouncedAlready() public {
        _announce(administrator, raise);
        uint256[2] memory times = [NOW, NOW + 9 days];
        for (uint256 i = 0; i < 2; ++i) {
            vm.warp(times[i]);
            vm.expectRevert(abi.encodeWithSelector(IGovernance.AlreadyAnnounced.selector, keccak256(raise)));
            _announce(administrator, raise);
        }
    }

    function test_WhenTheFormerAnnouncementExpired() public {
        _announce(administrator, raise);
        vm.warp(NOW + 9 days + 1);
        _announce(administrator, raise);
        _assertAnnounced(raise, NOW + 11 days + 1, NOW + 18 days + 1);
    }

    function test_WhenTheFormerAnnouncementWasVetoed() public {
        _announce(administrator, raise);
        vm.prank(guardian);
        insurance.veto(raise);
        vm.warp(NOW + 1 days);
        _announce(administrator, raise);
        _assertAnnounced(raise, NOW + 3 days, NOW + 10 days);
    }

    function test_WhenTheFormerAnnouncementWasExecuted() public {
        _announce(treasurer, withdrawal);
        vm.warp(NOW + 2 days);
        _execute(treasurer, withdrawal);
        _announce(treasurer, withdrawal);
        _assertAnnounced(withdrawal, NOW + 4 days, NOW + 11 days);
    }
}

contract VetoTest is AnnouncementBase {
    function setUp() public override {
        super.setUp();
        _announce(administrator, raise);
        _announce(treasurer, withdrawal);
        _announce(administrator, newGuardian);
    }

    function test_RevertWhen_NothingIsAnnounced() public {
        bytes memory other = abi.encodeCall(insurance.loosenLimits, (_withAllowance(NATIVE, 600_001)));
        _expectNotAnnounced(other);
        _veto(guardian, other);
    }

    function test_RevertWhen_TheAnnouncementExpired() public {
        vm.warp(NOW + 9 days + 1);
        _expectNotAnnounced(raise);
        _veto(guardian, raise);
    }

    function test_RevertWhen_ItWasVetoedBefore() public {
        _veto(guardian, raise);
        _expectNotAnnounced(raise);
        _veto(guardian, raise);
    }

    function test_RevertWhen_ItWasExecutedBefore() public {
        vm.warp(NOW + 2 days);
        _execute(administrator, raise);
        _expectNotAnnounced(raise);
        _veto(guardian, raise);
    }

    function test_RevertWhen_AnotherRoleVetoes() public {
        address[6] memory others = [claims, underwriter, treasurer, pauser, signer, stranger];
        for (uint256 i = 0; i < 6; ++i) {
            _expectUnauthorized(others[i], IPool.loosenLimits.selector);
            _veto(others[i], raise);
        }
        _expectUnauthorized(administrator, IPool.withdraw.selector);
        _veto(administrator, withdrawal);
    }

    function test_WhenTheGuardianVetoes() public {
        vm.expectEmit(address(insurance));
        emit IGovernance.AnnouncementVetoed(keccak256(raise), IPool.loosenLimits.selector, guardian);
        _veto(guardian, raise);
        _assertAnnounced(raise, 0, 0);
        _assertAnnounced(withdrawal, NOW + 2 days, NOW + 9 days);
        vm.warp(NOW + 2 days);
        _expectNotAnnounced(raise);
        _execute(administrator, raise);
    }

    function test_WhenTheGuardianVetoesInTheLastSecond() public {
        vm.warp(NOW + 9 days);
        _veto(guardian, raise);
        _assertAnnounced(raise, 0, 0);
    }

    function test_WhenTheAnnouncingRoleTakesItBack() public {
        _veto(administrator, raise);
        _veto(treasurer, withdrawal);
        _assertAnnounced(raise, 0, 0);
        _assertAnnounced(withdrawal, 0, 0);
    }

    function test_RevertWhen_TheGuardianVetoesItsSuccessor() public {
        _expectUnauthorized(guardian, IGovernance.grantRole.selector);
        _veto(guardian, newGuardian);
        vm.warp(NOW + 9 days);
        _expectUnauthorized(guardian, IGovernance.grantRole.selector);
        _veto(guardian, newGuardian);
    }

    function test_WhenTheAdministratorTakesANewGuardianBack() public {
        _veto(administrator, newGuardian);
        _assertAnnounced(newGuardian, 0, 0);
        vm.warp(NOW + 7 days);
        _expectNotAnnounced(newGuardian);
        _execute(administrator, newGuardian);
    }

    function test_WhenTheGuardianVetoesAnotherRole() public {
        bytes memory grant = abi.encodeCall(insurance.grantRole, (Role.Claims, stranger));
        _announce(administrator, grant);
        _veto(guardian, grant);
        _assertAnnounced(grant, 0, 0);
    }

    function _veto(address by, bytes memory data) private {
        vm.prank(by);
        insurance.veto(data);
    }
}

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
