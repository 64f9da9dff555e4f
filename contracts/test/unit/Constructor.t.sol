// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Delays, IGovernance, Role, RoleHolders} from "../../src/IGovernance.sol";
import {IInsurancePayment} from "../../src/IInsurancePayment.sol";
import {Currency, CurrencyConfig, IPool} from "../../src/IPool.sol";
import {BaseTest} from "../BaseTest.sol";

contract ConstructorTest is BaseTest {
    /// Anywhere but on chains of one's own.
    uint256 private constant PUBLIC_CHAIN = 1;

    function test_RevertWhen_ARoleIsNobodys() public {
        for (uint8 i = 0; i < 7; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IGovernance.ZeroAddress.selector));
            this.deploy(_rolesWith(Role(i), address(0)), _delays(), _currencies());
        }
    }

    function test_RevertWhen_AnAddressHasTwoRoles() public {
        for (uint8 i = 1; i < 7; ++i) {
            // The administrator is written last.
            vm.expectRevert(abi.encodeWithSelector(IGovernance.AddressHoldsRole.selector, administrator, Role(i)));
            this.deploy(_rolesWith(Role(i), administrator), _delays(), _currencies());
        }
        vm.expectRevert(abi.encodeWithSelector(IGovernance.AddressHoldsRole.selector, claims, Role.Claims));
        this.deploy(_rolesWith(Role.Signer, claims), _delays(), _currencies());
    }

    function test_RevertWhen_ThereAreNoCurrencies() public {
        vm.expectRevert(abi.encodeWithSelector(IPool.NativeCurrencyFirst.selector));
        this.deploy(_roles(), _delays(), new CurrencyConfig[](0));
    }

    function test_RevertWhen_TheNativeCoinIsNotTheFirst() public {
        CurrencyConfig[] memory list = _currencies();
        (list[0], list[1]) = (list[1], list[0]);
        vm.expectRevert(abi.encodeWithSelector(IPool.NativeCurrencyFirst.selector));
        this.deploy(_roles(), _delays(), list);
    }

    // ─── Delays ──────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_TheAnnouncementDelayIsUnderTwoDays() public {
        Delays memory delays = _delays();
        delays.announcement = 2 days - 1;
        _expectInvalidOnPublicChains(delays);
    }

    function test_RevertWhen_TheGuardianDelayIsUnderSevenDays() public {
        Delays memory delays = _delays();
        delays.guardian = 7 days - 1;
        _expectInvalidOnPublicChains(delays);
    }

    /// A call that was announced must not outlast the guardian that saw it announced.
    function test_RevertWhen_TheGuardianDelayIsUnderTheAnnouncementDelayOnAnyChain() public {
        uint256[3] memory chains = [PUBLIC_CHAIN, 1337, 31_337];
        for (uint256 i = 0; i < 3; ++i) {
            vm.chainId(chains[i]);
            _expectInvalid(Delays(7 days + 1, 7 days, 5 days, 2 days, 14 days));
            _expectInvalid(Delays(30 days, 30 days - 1, 5 days, 2 days, 14 days));
            IInsurancePayment deployed =
                this.deploy(_roles(), Delays(7 days, 7 days, 5 days, 2 days, 14 days), _currencies());
            assertEq(deployed.delays().guardian, 7 days);
        }
    }

    function test_RevertWhen_TheHolderChangeDelayIsUnderTwoDays() public {
        Delays memory delays = _delays();
        delays.holderChange = 2 days - 1;
        _expectInvalidOnPublicChains(delays);
    }

    function test_RevertWhen_TheContestedDelayIsUnderFourteenDays() public {
        Delays memory delays = _delays();
        delays.contestedHolderChange = 14 days - 1;
        _expectInvalidOnPublicChains(delays);
    }

    function test_RevertWhen_TheRecoveryDelayIsUnderFiveDays() public {
        Delays memory delays = _delays();
        delays.recovery = 5 days - 1;
        _expectInvalidOnPublicChains(delays);
    }

    function test_RevertWhen_TheRecoveryDelayLeavesTheGuardianLessThanTwoDays() public {
        Delays memory delays = _delays();
        delays.recovery = 5 days + 1;
        _expectInvalidOnPublicChains(delays);
        delays.guardian = 7 days + 1;
        vm.chainId(PUBLIC_CHAIN);
        assertEq(this.deploy(_roles(), delays, _currencies()).delays().recovery, 5 days + 1);
    }

    function test_RevertWhen_TheRecoveryDelayIsAboveTheGuardiansOnAnyChain() public {
        vm.chainId(1337);
        _expectInvalid(Delays(1, 2, 3, 1, 1));
        assertEq(this.deploy(_roles(), Delays(1, 2, 2, 1, 1), _currencies()).delays().recovery, 2);
    }

    function test_WhenEveryDelayIsTheShortestOfAPublicChain() public {
        vm.chainId(PUBLIC_CHAIN);
        IInsurancePayment deployed = this.deploy(_roles(), _delays(), _currencies());
        assertEq(abi.encode(deployed.delays()), abi.encode(Delays(2 days, 7 days, 5 days, 2 days, 14 days)));
    }

    function test_WhenTheDelaysAreZeroOnALocalChain() public {
        uint256[2] memory chains = [uint256(1337), 31_337];
        for (uint256 i = 0; i < 2; ++i) {
            vm.chainId(chains[i]);
            IInsurancePayment deployed = this.deploy(_roles(), Delays(0, 0, 0, 0, 0), _currencies());
            assertEq(abi.encode(deployed.delays()), abi.encode(Delays(0, 0, 0, 0, 0)));
        }
    }

    function test_RevertWhen_ADelayIsAboveThirtyDaysOnAnyChain() public {
        uint256[2] memory chains = [PUBLIC_CHAIN, 1337];
        for (uint256 i = 0; i < 2; ++i) {
            vm.chainId(chains[i]);
            for (uint256 j = 0; j < 4; ++j) {
                Delays memory delays = _delays();
                if (j == 0) (delays.announcement, delays.guardian) = (30 days + 1, 30 days + 1);
                if (j == 1) delays.guardian = 30 days + 1;
                // A change lapses 30 days after its proposal, and is confirmed or contested in between.
                if (j == 2) delays.holderChange = 30 days;
                if (j == 3) delays.contestedHolderChange = 30 days;
                _expectInvalid(delays);
            }
        }
    }

    function test_WhenEveryDelayIsTheLongest() public {
        vm.chainId(PUBLIC_CHAIN);
        Delays memory longest = Delays(30 days, 30 days, 5 days, 30 days - 1, 30 days - 1);
        IInsurancePayment deployed = this.deploy(_roles(), longest, _currencies());
        assertEq(abi.encode(deployed.delays()), abi.encode(longest));
    }

    // ─── Recovery ────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RevertWhen_TheRecoveryAddressHasARole() public {
        for (uint8 i = 0; i < 7; ++i) {
            recovery = _holderOf(Role(i));
            vm.expectRevert(abi.encodeWithSelector(IGovernance.RecoveryHoldsNoRole.selector));
            this.deploy(_roles(), _delays(), _currencies());
        }
    }

    function test_WhenThereIsNoRecoveryAddress() public {
        recovery = address(0);
        IInsurancePayment deployed = this.deploy(_roles(), _delays(), _currencies());
        assertEq(deployed.recovery(), address(0));
    }

    // ─── A deployment ────────────────────────────────────────────────────────────────────────────────────────────────

    function test_WhenAllIsGiven() public {
        CurrencyConfig[] memory configs = _currencies();
        uint8[7] memory order = [1, 2, 3, 4, 5, 6, 0];
        for (uint256 i = 0; i < 7; ++i) {
            vm.expectEmit();
            emit IGovernance.RoleChanged(Role(order[i]), address(0), _holderOf(Role(order[i])));
        }
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectEmit();
            emit IPool.CurrencyAdded(configs[i].token, i);
            vm.expectEmit();
            emit IPool.CurrencyAcceptanceChanged(configs[i].token, true);
            vm.expectEmit();
            emit IPool.LimitsChanged(
                configs[i].token, configs[i].minPerDollar, configs[i].maxPerDollar, configs[i].minimumReserve, ALLOWANCE
            );
        }
        IInsurancePayment deployed = this.deploy(_roles(), _delays(), configs);
        assertEq(deployed.recovery(), recovery);
        for (uint8 i = 0; i < 7; ++i) {
            assertEq(deployed.roleHolder(Role(i)), _holderOf(Role(i)));
            assertEq(deployed.haltableFrom(Role(i)), 0);
        }
        Currency[] memory list = deployed.currencies();
        assertEq(list.length, 3);
        for (uint256 i = 0; i < 3; ++i) {
            Currency memory expected = Currency({
                token: configs[i].token,
                minPerDollar: configs[i].minPerDollar,
                maxPerDollar: configs[i].maxPerDollar,
                owed: 0,
                minimumReserve: configs[i].minimumReserve,
                allowance: ALLOWANCE,
                allowanceLeft: ALLOWANCE,
                accepted: true
            });
            assertEq(abi.encode(list[i]), abi.encode(expected));
        }
        assertFalse(deployed.paused());
        assertEq(deployed.haltedUntil(), 0);
    }

    /// Another frame, so that a revert of the constructor can be expected.
    function deploy(RoleHolders memory roles, Delays memory delays, CurrencyConfig[] memory list)
        external
        returns (IInsurancePayment)
    {
        return _deploy(roles, delays, list);
    }

    function _expectInvalidOnPublicChains(Delays memory delays) private {
        uint256[4] memory chains = [PUBLIC_CHAIN, 1336, 1338, 31_338];
        for (uint256 i = 0; i < 4; ++i) {
            vm.chainId(chains[i]);
            _expectInvalid(delays);
        }
    }

    function _expectInvalid(Delays memory delays) private {
        vm.expectRevert(abi.encodeWithSelector(IGovernance.InvalidDelays.selector));
        this.deploy(_roles(), delays, _currencies());
    }

    function _rolesWith(Role role, address account) private view returns (RoleHolders memory roles) {
        roles = _roles();
        if (role == Role.Administrator) roles.administrator = account;
        if (role == Role.Guardian) roles.guardian = account;
        if (role == Role.Claims) roles.claims = account;
        if (role == Role.Underwriter) roles.underwriter = account;
        if (role == Role.Treasurer) roles.treasurer = account;
        if (role == Role.Pauser) roles.pauser = account;
        if (role == Role.Signer) roles.signer = account;
    }

    function _holderOf(Role role) private view returns (address) {
        return [administrator, guardian, claims, underwriter, treasurer, pauser, signer][uint256(role)];
    }
}
