// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance, Role} from "../../src/IGovernance.sol";
import {BaseTest} from "../BaseTest.sol";

contract VetoAllTest is BaseTest {
    bytes[] private calls;
    address[] private callers;
    bytes private successor;

    function setUp() public override {
        super.setUp();
        _add(administrator, abi.encodeCall(insurance.grantRole, (Role.Claims, stranger)));
        _add(administrator, abi.encodeCall(insurance.loosenLimits, (_withAllowance(NATIVE, 600_000))));
        _add(treasurer, abi.encodeCall(insurance.withdraw, (NATIVE, stranger, 1)));
        successor = abi.encodeCall(insurance.grantRole, (Role.Guardian, makeAddr("next guardian")));
        _announce(administrator, successor);
    }

    function test_WhenTheGuardianVetoesAll() public {
        vm.warp(NOW + 1 days);
        vm.expectEmit(address(insurance));
        emit IGovernance.AllAnnouncementsVetoed(guardian);
        _vetoAll();
        _assertAllVoid(NOW + 2 days);
    }

    function test_WhenAllAreVetoedInTheSecondOfTheirAnnouncement() public {
        _vetoAll();
        _assertAllVoid(NOW + 2 days);
    }

    function test_WhenAllAreVetoedInTheirLastSecond() public {
        vm.warp(NOW + 9 days);
        _vetoAll();
        _assertAllVoid(NOW + 9 days);
    }

    /// Third edition: it could be announced, and never be made.
    function test_RevertWhen_OneIsAnnouncedInTheSameSecond() public {
        _vetoAll();
        for (uint256 i = 0; i < calls.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IGovernance.VoidInThisSecond.selector));
            _announce(callers[i], calls[i]);
        }
        // A new guardian isn't vetoed and can be.
        _announce(administrator, abi.encodeCall(insurance.grantRole, (Role.Guardian, stranger)));
    }

    function test_WhenOneIsAnnouncedASecondLater() public {
        _vetoAll();
        vm.warp(NOW + 1);
        _announce(callers[1], calls[1]);
        vm.warp(NOW + 2 days + 1);
        _execute(callers[1], calls[1]);
        assertEq(insurance.currencies()[0].allowance, 600_000);
    }

    function test_RevertWhen_AVoidOneIsVetoed() public {
        _vetoAll();
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(calls[0])));
        vm.prank(guardian);
        insurance.veto(calls[0]);
    }

    function test_WhenItsOwnReplacementIsAnnounced() public {
        _vetoAll();
        vm.warp(NOW + 7 days);
        _execute(administrator, successor);
        assertEq(insurance.roleHolder(Role.Guardian), makeAddr("next guardian"));
    }

    /// First two editions: a call announced five days into the guardian's replacement was executed a second after it, and
    /// the new guardian, perhaps the administrator's accomplice, had seen none of its two days.
    function test_RevertWhen_TheGuardianIsReplacedInTheMiddleOfTheWait() public {
        vm.warp(NOW + 6 days);
        bytes memory grant = abi.encodeCall(insurance.grantRole, (Role.Underwriter, stranger));
        _announce(administrator, grant);
        vm.warp(NOW + 7 days);
        _execute(administrator, successor);
        vm.warp(NOW + 8 days);
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(grant)));
        _execute(administrator, grant);
    }

    function test_WhenAnotherRoleIsHandedOnOthersStayAnnounced() public {
        vm.warp(NOW + 2 days);
        _execute(callers[0], calls[0]);
        _execute(callers[1], calls[1]);
        assertEq(insurance.currencies()[0].allowance, 600_000);
    }

    function test_WhenASecondReplacementIsAnnounced() public {
        bytes memory other = abi.encodeCall(insurance.grantRole, (Role.Guardian, stranger));
        _announce(administrator, other);
        vm.warp(NOW + 7 days);
        _execute(administrator, successor);
        _execute(administrator, other);
        assertEq(insurance.roleHolder(Role.Guardian), stranger);
    }

    /// A flood of announcements: 300 are void at once.
    function test_WhenAFloodIsAnnounced() public {
        bytes[] memory flood = new bytes[](300);
        for (uint256 i = 0; i < 300; ++i) {
            flood[i] = abi.encodeCall(insurance.grantRole, (Role.Treasurer, address(uint160(0x1000 + i))));
            _announce(administrator, flood[i]);
        }
        _vetoAll();
        vm.warp(NOW + 2 days);
        for (uint256 i = 0; i < 300; ++i) {
            (uint256 executableAt, uint256 expiresAt) = insurance.announcementOf(keccak256(flood[i]));
            assertEq(executableAt + expiresAt, 0);
        }
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(flood[299])));
        _execute(administrator, flood[299]);
    }

    function _add(address by, bytes memory data) private {
        _announce(by, data);
        callers.push(by);
        calls.push(data);
    }

    function _vetoAll() private {
        vm.prank(guardian);
        insurance.vetoAll();
    }

    function _assertAllVoid(uint256 time) private {
        vm.warp(time);
        for (uint256 i = 0; i < calls.length; ++i) {
            (uint256 executableAt, uint256 expiresAt) = insurance.announcementOf(keccak256(calls[i]));
            assertEq(executableAt + expiresAt, 0);
            vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(calls[i])));
            _execute(callers[i], calls[i]);
        }
        (uint256 first, uint256 last) = insurance.announcementOf(keccak256(successor));
        assertEq(first, NOW + 7 days);
        assertEq(last, NOW + 9 days);
    }
}
