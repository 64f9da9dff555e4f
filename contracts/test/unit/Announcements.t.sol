// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance, Role} from "../../src/IGovernance.sol";
import {IPool} from "../../src/IPool.sol";
import {AnnouncementBase} from "./AnnouncementBase.sol";

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
