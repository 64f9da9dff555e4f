// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance, Role} from "../../src/IGovernance.sol";
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
