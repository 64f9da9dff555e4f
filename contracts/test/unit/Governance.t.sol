// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Currency, CurrencyConfig, IInsurancePayment, Role, RoleHolders} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";

contract ConstructorTest is BaseTest {
    function test_RevertWhen_ARoleIsNobodys() public {
        for (uint256 i = 0; i < 6; ++i) {
            RoleHolders memory roles = _roles();
            if (i == 0) roles.admin = address(0);
            if (i == 1) roles.signer = address(0);
            if (i == 2) roles.claims = address(0);
            if (i == 3) roles.underwriter = address(0);
            if (i == 4) roles.treasurer = address(0);
            if (i == 5) roles.pauser = address(0);
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.ZeroAddress.selector));
            this.deploy(roles, _currencies());
        }
    }

    function test_RevertWhen_ThereAreNoCurrencies() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NativeCurrencyFirst.selector));
        this.deploy(_roles(), new CurrencyConfig[](0));
    }

    function test_RevertWhen_TheNativeCoinIsNotTheFirst() public {
        CurrencyConfig[] memory list = _currencies();
        (list[0], list[1]) = (list[1], list[0]);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NativeCurrencyFirst.selector));
        this.deploy(_roles(), list);
    }

    function test_WhenAllIsGiven() public {
        CurrencyConfig[] memory configs = _currencies();
        vm.expectEmit();
        emit IInsurancePayment.AdminChanged(address(0), admin);
        for (uint256 i = 0; i < 5; ++i) {
            vm.expectEmit();
            emit IInsurancePayment.RoleChanged(Role(i), address(0), _holderOf(Role(i)));
        }
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectEmit();
            emit IInsurancePayment.CurrencyAdded(configs[i].token, i);
            vm.expectEmit();
            emit IInsurancePayment.CurrencyAcceptanceChanged(configs[i].token, true);
            vm.expectEmit();
            emit IInsurancePayment.PayoutBoundsChanged(
                configs[i].token, configs[i].minPerDollar, configs[i].maxPerDollar
            );
            vm.expectEmit();
            emit IInsurancePayment.MinimumReserveChanged(configs[i].token, configs[i].minimumReserve);
        }
        IInsurancePayment deployed = this.deploy(_roles(), configs);
        assertEq(deployed.admin(), admin);
        assertEq(deployed.proposedAdmin(), address(0));
        for (uint256 i = 0; i < 5; ++i) {
            assertEq(deployed.roleHolder(Role(i)), _holderOf(Role(i)));
        }
        Currency[] memory list = deployed.currencies();
        assertEq(list.length, 3);
        for (uint256 i = 0; i < 3; ++i) {
            assertEq(list[i].token, configs[i].token);
            assertEq(list[i].minPerDollar, configs[i].minPerDollar);
            assertEq(list[i].maxPerDollar, configs[i].maxPerDollar);
            assertTrue(list[i].accepted);
            (uint256 reserve,,) = deployed.minimumReserve(configs[i].token);
            assertEq(reserve, configs[i].minimumReserve);
        }
        assertFalse(deployed.paused());
    }

    /// Another frame, so that a revert of the constructor can be expected.
    function deploy(RoleHolders memory roles, CurrencyConfig[] memory list) external returns (IInsurancePayment) {
        return _deploy(roles, list);
    }

    function _holderOf(Role role) private view returns (address) {
        return [signer, claims, underwriter, treasurer, pauser][uint256(role)];
    }
}

contract ProposeAdminTest is BaseTest {
    function test_RevertWhen_TheCallerIsNotTheAdmin() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotAdmin.selector, stranger));
        vm.prank(stranger);
        insurance.proposeAdmin(stranger);
    }

    function test_WhenTheAdminProposes() public {
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.AdminProposed(admin, stranger);
        vm.prank(admin);
        insurance.proposeAdmin(stranger);
        assertEq(insurance.admin(), admin);
        assertEq(insurance.proposedAdmin(), stranger);
    }

    function test_WhenZeroIsProposed() public {
        vm.startPrank(admin);
        insurance.proposeAdmin(stranger);
        insurance.proposeAdmin(address(0));
        assertEq(insurance.proposedAdmin(), address(0));
    }
}

contract AcceptAdminTest is BaseTest {
    function test_RevertWhen_NothingIsProposed() public {
        _expectNotProposed(stranger);
    }

    function test_RevertWhen_TheCallerIsNotTheProposedOne() public {
        vm.prank(admin);
        insurance.proposeAdmin(holder);
        _expectNotProposed(stranger);
        _expectNotProposed(admin);
    }

    function test_WhenTheProposedOneAccepts() public {
        vm.prank(admin);
        insurance.proposeAdmin(holder);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.AdminChanged(admin, holder);
        vm.prank(holder);
        insurance.acceptAdmin();
        assertEq(insurance.admin(), holder);
        assertEq(insurance.proposedAdmin(), address(0));
    }

    function test_RevertWhen_ItIsAcceptedTwice() public {
        vm.prank(admin);
        insurance.proposeAdmin(holder);
        vm.prank(holder);
        insurance.acceptAdmin();
        _expectNotProposed(holder);
    }

    function _expectNotProposed(address caller) private {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotProposedAdmin.selector, caller));
        vm.prank(caller);
        insurance.acceptAdmin();
    }
}

contract SetRoleTest is BaseTest {
    function test_RevertWhen_TheCallerIsNotTheAdmin() public {
        for (uint256 i = 0; i < 5; ++i) {
            address caller = insurance.roleHolder(Role(i));
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotAdmin.selector, caller));
            vm.prank(caller);
            insurance.setRole(Role(i), stranger);
        }
    }

    function test_RevertWhen_TheHolderIsZero() public {
        for (uint256 i = 0; i < 5; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.ZeroAddress.selector));
            vm.prank(admin);
            insurance.setRole(Role(i), address(0));
        }
    }

    function test_RevertWhen_TheRoleDoesNotExist() public {
        vm.prank(admin);
        (bool success,) = address(insurance).call(abi.encodeWithSelector(insurance.setRole.selector, 5, stranger));
        assertFalse(success);
    }

    function test_WhenARoleIsHandedOn() public {
        for (uint256 i = 0; i < 5; ++i) {
            address next = address(uint160(0x1000 + i));
            vm.expectEmit(address(insurance));
            emit IInsurancePayment.RoleChanged(Role(i), insurance.roleHolder(Role(i)), next);
            vm.prank(admin);
            insurance.setRole(Role(i), next);
        }
        for (uint256 i = 0; i < 5; ++i) {
            assertEq(insurance.roleHolder(Role(i)), address(uint160(0x1000 + i)));
        }
        assertEq(insurance.admin(), admin);
    }
}

contract PauseTest is BaseTest {
    function test_RevertWhen_AStrangerCalls() public {
        _expectNotPauser(stranger);
    }

    function test_RevertWhen_AnotherRoleCalls() public {
        _expectNotPauser(treasurer);
        _expectNotPauser(signer);
    }

    function test_WhenThePauserCalls() public {
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PauseChanged(true, pauser);
        vm.prank(pauser);
        insurance.pause();
        assertTrue(insurance.paused());
        assertEq(insurance.roleHolder(Role.Signer), signer);
    }

    function test_WhenTheAdminCalls() public {
        vm.prank(admin);
        insurance.pause();
        assertTrue(insurance.paused());
    }

    function _expectNotPauser(address caller) private {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotInRole.selector, Role.Pauser, caller));
        vm.prank(caller);
        insurance.pause();
    }
}

contract UnpauseTest is BaseTest {
    function setUp() public override {
        super.setUp();
        vm.prank(pauser);
        insurance.pause();
    }

    function test_RevertWhen_ThePauserCalls() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotAdmin.selector, pauser));
        vm.prank(pauser);
        insurance.unpause();
    }

    function test_WhenTheAdminCalls() public {
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PauseChanged(false, admin);
        vm.prank(admin);
        insurance.unpause();
        assertFalse(insurance.paused());
        _buy(_quote(NATIVE));
    }
}
