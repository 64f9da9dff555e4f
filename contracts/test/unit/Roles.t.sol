// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance, Role} from "../../src/IGovernance.sol";
import {IInsurancePayment, Quote, Status} from "../../src/IInsurancePayment.sol";
import {IPool} from "../../src/IPool.sol";
import {BaseTest} from "../BaseTest.sol";

contract GrantRoleTest is BaseTest {
    function test_RevertWhen_TheRoleIsPauserOrSigner() public {
        Role[2] memory roles = [Role.Pauser, Role.Signer];
        for (uint256 i = 0; i < 2; ++i) {
            _expectRefused(roles[i], stranger, abi.encodeWithSelector(IGovernance.WrongRole.selector, roles[i]));
        }
    }

    function test_RevertWhen_TheRoleDoesNotExist() public {
        bytes memory grant = abi.encodeWithSelector(insurance.grantRole.selector, 7, stranger);
        _await(administrator, grant);
        vm.expectRevert();
        _execute(administrator, grant);
    }

    function test_RevertWhen_TheHolderIsZero() public {
        for (uint8 i = 0; i < 5; ++i) {
            _expectRefused(Role(i), address(0), abi.encodeWithSelector(IGovernance.ZeroAddress.selector));
        }
    }

    function test_RevertWhen_TheHolderHasARoleOtherThanSigner() public {
        for (uint8 i = 0; i < 5; ++i) {
            for (uint8 j = 0; j < 6; ++j) {
                address holding = insurance.roleHolder(Role(j));
                _expectRefused(
                    Role(i), holding, abi.encodeWithSelector(IGovernance.AddressHoldsRole.selector, holding, Role(j))
                );
            }
        }
    }

    function test_WhenARoleIsHandedOn() public {
        Role[4] memory roles = [Role.Guardian, Role.Claims, Role.Underwriter, Role.Treasurer];
        for (uint256 i = 0; i < 4; ++i) {
            address next = address(uint160(0x1000 + i));
            bytes memory grant = abi.encodeCall(insurance.grantRole, (roles[i], next));
            // A new guardian removes what is announced in its second.
            vm.warp(block.timestamp + 1);
            _await(administrator, grant);
            vm.expectEmit(address(insurance));
            emit IGovernance.RoleChanged(roles[i], insurance.roleHolder(roles[i]), next);
            _execute(administrator, grant);
            for (uint8 j = 0; j < 7; ++j) {
                address expected = [administrator, guardian, claims, underwriter, treasurer, pauser, signer][j];
                if (j > 0 && j <= i + 1) expected = address(uint160(0x1000 + j - 1));
                assertEq(insurance.roleHolder(Role(j)), expected);
            }
        }
    }

    function test_WhenARevokedRoleIsHandedOut() public {
        vm.prank(guardian);
        insurance.revokeRole(Role.Claims);
        bytes memory grant = abi.encodeCall(insurance.grantRole, (Role.Claims, stranger));
        _await(administrator, grant);
        vm.expectEmit(address(insurance));
        emit IGovernance.RoleChanged(Role.Claims, address(0), stranger);
        _execute(administrator, grant);
        assertEq(insurance.roleHolder(Role.Claims), stranger);
        assertEq(insurance.roleHolder(Role.Signer), signer);
    }

    function test_WhenTheFormerHolderActs() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        _grant(Role.Claims, stranger);
        _expectUnauthorized(claims, IInsurancePayment.payClaim.selector);
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, block.timestamp, 1, 5e14, FOREVER);
        vm.prank(stranger);
        insurance.payClaim(quoteId, 1, block.timestamp, 1, 5e14, FOREVER);
    }

    /// The underwriter names the signer at once. It must not keep a new guardian, or anybody, from a role by that.
    function test_WhenTheNewHolderWasMadeSigner() public {
        Role[4] memory roles = [Role.Guardian, Role.Claims, Role.Treasurer, Role.Underwriter];
        for (uint256 i = 0; i < 4; ++i) {
            address next = address(uint160(0x1000 + i));
            bytes memory grant = abi.encodeCall(insurance.grantRole, (roles[i], next));
            // A new guardian removes what is announced in its second.
            vm.warp(block.timestamp + 1);
            _await(administrator, grant);
            _rotate(next);
            vm.expectEmit(address(insurance));
            emit IGovernance.RoleChanged(Role.Signer, next, address(0));
            vm.expectEmit(address(insurance));
            emit IGovernance.RoleChanged(roles[i], insurance.roleHolder(roles[i]), next);
            _execute(administrator, grant);
            assertEq(insurance.roleHolder(roles[i]), next);
            assertEq(insurance.roleHolder(Role.Signer), address(0));
        }
    }

    function test_WhenAHaltIsUnderWayAndClaimsAreHandedOn() public {
        vm.prank(guardian);
        insurance.haltPayouts();
        _grant(Role.Claims, stranger);
        assertEq(insurance.haltedUntil(), NOW + 3 days);
    }

    function _expectRefused(Role role, address account, bytes memory reason) private {
        bytes memory grant = abi.encodeCall(insurance.grantRole, (role, account));
        uint256 time = block.timestamp;
        _await(administrator, grant);
        vm.expectRevert(reason);
        _execute(_executor(administrator, grant), grant);
        vm.warp(time);
    }
}

contract GrantPauserTest is BaseTest {
    function test_RevertWhen_TheNewPauserIsZero() public {
        vm.expectRevert(abi.encodeWithSelector(IGovernance.ZeroAddress.selector));
        vm.prank(administrator);
        insurance.grantPauser(address(0));
    }

    function test_RevertWhen_TheNewPauserHasARoleOtherThanSigner() public {
        for (uint8 i = 0; i < 6; ++i) {
            address holding = insurance.roleHolder(Role(i));
            vm.expectRevert(abi.encodeWithSelector(IGovernance.AddressHoldsRole.selector, holding, Role(i)));
            vm.prank(administrator);
            insurance.grantPauser(holding);
        }
    }

    function test_WhenTheNewPauserWasMadeSigner() public {
        _rotate(stranger);
        vm.expectEmit(address(insurance));
        emit IGovernance.RoleChanged(Role.Signer, stranger, address(0));
        vm.expectEmit(address(insurance));
        emit IGovernance.RoleChanged(Role.Pauser, pauser, stranger);
        vm.prank(administrator);
        insurance.grantPauser(stranger);
        assertEq(insurance.roleHolder(Role.Pauser), stranger);
        assertEq(insurance.roleHolder(Role.Signer), address(0));
    }

    function test_WhenThePauserIsHandedOnAtOnce() public {
        vm.expectEmit(address(insurance));
        emit IGovernance.RoleChanged(Role.Pauser, pauser, stranger);
        vm.prank(administrator);
        insurance.grantPauser(stranger);
        assertEq(insurance.roleHolder(Role.Pauser), stranger);
        assertEq(insurance.roleHolder(Role.Signer), signer);
        _expectUnauthorized(pauser, IGovernance.pause.selector);
        vm.prank(pauser);
        insurance.pause();
        vm.prank(stranger);
        insurance.pause();
    }
}

contract ReplaceSignerTest is BaseTest {
    function test_RevertWhen_TheNewSignerIsZero() public {
        vm.expectRevert(abi.encodeWithSelector(IGovernance.ZeroAddress.selector));
        _rotate(address(0));
    }

    function test_RevertWhen_TheNewSignerHasARole() public {
        for (uint8 i = 0; i < 7; ++i) {
            address holding = insurance.roleHolder(Role(i));
            vm.expectRevert(abi.encodeWithSelector(IGovernance.AddressHoldsRole.selector, holding, Role(i)));
            _rotate(holding);
        }
    }

    function test_WhenTheSignerIsReplacedAtOnce() public {
        vm.prank(pauser);
        insurance.pause();
        vm.expectEmit(address(insurance));
        emit IGovernance.RoleChanged(Role.Signer, signer, stranger);
        _rotate(stranger);
        assertEq(insurance.roleHolder(Role.Signer), stranger);
        // What shares its slot stays.
        assertTrue(insurance.paused());
        assertEq(insurance.currencies().length, 3);
        assertTrue(insurance.currencies()[2].accepted);
    }
}

contract RevokeRoleTest is BaseTest {
    function test_RevertWhen_TheRoleIsAdministratorOrGuardian() public {
        Role[2] memory roles = [Role.Administrator, Role.Guardian];
        for (uint256 i = 0; i < 2; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IGovernance.WrongRole.selector, roles[i]));
            vm.prank(i == 0 ? guardian : administrator);
            insurance.revokeRole(roles[i]);
        }
    }

    function test_WhenClaimsAreRevoked() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        _expectRevoked(Role.Claims, claims);
        _expectUnauthorized(claims, IInsurancePayment.payClaim.selector);
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, block.timestamp, 1, 5e14, FOREVER);
        bytes memory payout = _payout(quoteId, 1, block.timestamp, 1);
        _expectUnauthorized(claims, IInsurancePayment.payAnnounced.selector);
        _announce(claims, payout);
    }

    function test_WhenAHaltIsUnderWayAndClaimsAreRevoked() public {
        vm.prank(guardian);
        insurance.haltPayouts();
        vm.prank(guardian);
        insurance.revokeRole(Role.Claims);
        assertEq(insurance.haltedUntil(), NOW + 3 days);
    }

    function test_WhenTheUnderwriterIsRevoked() public {
        Quote memory quote = _quote(NATIVE);
        _buy(quote);
        _expectRevoked(Role.Underwriter, underwriter);
        _expectUnauthorized(underwriter, IInsurancePayment.reject.selector);
        vm.prank(underwriter);
        insurance.reject(quote, FOREVER);
        _expectUnauthorized(underwriter, IGovernance.replaceSigner.selector);
        _rotate(stranger);
    }

    function test_WhenTheTreasurerIsRevoked() public {
        bytes memory withdrawal = abi.encodeCall(insurance.withdraw, (NATIVE, stranger, 1 ether));
        _announce(treasurer, withdrawal);
        _expectRevoked(Role.Treasurer, treasurer);
        vm.warp(NOW + 2 days);
        _expectUnauthorized(treasurer, IPool.withdraw.selector);
        _execute(treasurer, withdrawal);
    }

    function test_WhenThePauserIsRevoked() public {
        _expectRevoked(Role.Pauser, pauser);
        _expectUnauthorized(pauser, IGovernance.pause.selector);
        vm.prank(pauser);
        insurance.pause();
        _expectUnauthorized(pauser, IGovernance.haltPayouts.selector);
        vm.prank(pauser);
        insurance.haltPayouts();
    }

    function test_WhenTheSignerIsRevoked() public {
        Quote memory quote = _quote(NATIVE);
        bytes memory good = _sign(quote);
        _expectRevoked(Role.Signer, signer);
        // No recovery that fails, whatever its length, may pass for the signer that nobody is.
        bytes[5] memory signatures = [good, new bytes(65), new bytes(64), bytes(""), new bytes(130)];
        for (uint256 i = 0; i < 5; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(IInsurancePayment.InvalidSignature.selector, insurance.hashQuote(quote))
            );
            vm.prank(holder);
            insurance.purchase{value: quote.premium}(quote, signatures[i]);
        }
        assertFalse(insurance.paused());
        assertTrue(insurance.currencies()[0].accepted);
        _rotate(signer);
        assertEq(uint8(_statusOf(_buy(quote))), uint8(Status.Active));
    }

    function test_WhenTheGuardianRevokes() public {
        Role[5] memory roles = [Role.Claims, Role.Underwriter, Role.Treasurer, Role.Pauser, Role.Signer];
        for (uint256 i = 0; i < 5; ++i) {
            vm.expectEmit(address(insurance));
            emit IGovernance.RoleChanged(roles[i], insurance.roleHolder(roles[i]), address(0));
            vm.prank(guardian);
            insurance.revokeRole(roles[i]);
            assertEq(insurance.roleHolder(roles[i]), address(0));
        }
        assertEq(insurance.roleHolder(Role.Administrator), administrator);
        assertEq(insurance.roleHolder(Role.Guardian), guardian);
    }

    function _expectRevoked(Role role, address former) private {
        vm.expectEmit(address(insurance));
        emit IGovernance.RoleChanged(role, former, address(0));
        vm.prank(administrator);
        insurance.revokeRole(role);
        assertEq(insurance.roleHolder(role), address(0));
    }
}
