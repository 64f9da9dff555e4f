// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance} from "../../src/IGovernance.sol";
import {IInsurancePayment} from "../../src/IInsurancePayment.sol";
import {CurrencyConfig, IPool} from "../../src/IPool.sol";
import {BaseTest} from "../BaseTest.sol";

contract LoosenLimitsTest is BaseTest {
    function test_RevertWhen_TheTokenToLoosenIsNotListed() public {
        _expectRefused(_limits(stranger), abi.encodeWithSelector(IPool.TokenNotListed.selector, stranger));
    }

    function test_RevertWhen_ALimitIsTightened() public {
        CurrencyConfig[4] memory tighter = _tighter();
        for (uint256 i = 0; i < 4; ++i) {
            // Whatever else is loosened.
            if (i != 3) tighter[i].allowance = ALLOWANCE + 1;
            else tighter[i].minimumReserve = 0;
            _expectRefused(tighter[i], abi.encodeWithSelector(IPool.WrongDirection.selector));
        }
    }

    function test_RevertWhen_TheFewestAreLoosenedToZero() public {
        _expectRefused(
            _withBounds(NATIVE, 0, 2e15), abi.encodeWithSelector(IPool.InvalidPayoutBounds.selector, 0, 2e15)
        );
    }

    function test_WhenOneLimitOrAllAreLoosened() public {
        CurrencyConfig[6] memory looser = [
            _withBounds(address(usdc), 0.8e6, 1.11e6),
            _withBounds(address(usdc), 0.9e6, type(uint96).max),
            _withReserve(address(usdc), 0),
            _withAllowance(address(usdc), type(uint32).max),
            CurrencyConfig(address(usdc), 1, 2e6, 999e6, ALLOWANCE + 1),
            _limits(address(usdc))
        ];
        for (uint256 i = 0; i < 6; ++i) {
            uint256 snapshot = vm.snapshotState();
            bytes memory loosening = abi.encodeCall(insurance.loosenLimits, (looser[i]));
            _await(administrator, loosening);
            vm.expectEmit(address(insurance));
            emit IPool.LimitsChanged(
                address(usdc),
                looser[i].minPerDollar,
                looser[i].maxPerDollar,
                looser[i].minimumReserve,
                looser[i].allowance
            );
            _execute(administrator, loosening);
            _assertLimits(1, looser[i]);
            _assertLimits(0, _limits(NATIVE));
            _assertLimits(2, _limits(address(usdt)));
            vm.revertToState(snapshot);
            vm.warp(NOW);
        }
    }

    function test_RevertWhen_ALimitWasLoosenedFurtherMeanwhile() public {
        _announce(administrator, abi.encodeCall(insurance.loosenLimits, (_withReserve(NATIVE, 4 ether))));
        _announced(administrator, abi.encodeCall(insurance.loosenLimits, (_withReserve(NATIVE, 3 ether))));
        vm.warp(NOW + 2 days);
        vm.expectRevert(abi.encodeWithSelector(IPool.WrongDirection.selector));
        _execute(administrator, abi.encodeCall(insurance.loosenLimits, (_withReserve(NATIVE, 4 ether))));
    }

    function test_WhenTheReserveIsLoosenedMoreIsFree() public {
        _announced(administrator, abi.encodeCall(insurance.loosenLimits, (_withReserve(NATIVE, 4 ether))));
        assertEq(insurance.freeCapital(NATIVE), 996 ether);
    }

    function _expectRefused(CurrencyConfig memory config, bytes memory reason) private {
        bytes memory loosening = abi.encodeCall(insurance.loosenLimits, (config));
        uint256 time = block.timestamp;
        _await(administrator, loosening);
        vm.expectRevert(reason);
        _execute(administrator, loosening);
        vm.warp(time);
    }

    /// One limit of USDC tighter each.
    function _tighter() private view returns (CurrencyConfig[4] memory) {
        return [
            _withBounds(address(usdc), 0.9e6 + 1, 1.11e6),
            _withBounds(address(usdc), 0.9e6, 1.11e6 - 1),
            _withReserve(address(usdc), 1000e6 + 1),
            _withAllowance(address(usdc), ALLOWANCE - 1)
        ];
    }
}

contract TightenLimitsTest is BaseTest {
    function test_RevertWhen_TheTokenToTightenIsNotListed() public {
        _expectRefused(_limits(stranger), abi.encodeWithSelector(IPool.TokenNotListed.selector, stranger));
    }

    function test_RevertWhen_ALimitIsLoosened() public {
        CurrencyConfig[4] memory looser = [
            _withBounds(address(usdc), 0.9e6 - 1, 1.11e6),
            _withBounds(address(usdc), 0.9e6, 1.11e6 + 1),
            _withReserve(address(usdc), 1000e6 - 1),
            _withAllowance(address(usdc), ALLOWANCE + 1)
        ];
        for (uint256 i = 0; i < 4; ++i) {
            // Whatever else is tightened.
            if (i != 3) looser[i].allowance = 0;
            else looser[i].minimumReserve = 2000e6;
            _expectRefused(looser[i], abi.encodeWithSelector(IPool.WrongDirection.selector));
        }
    }

    function test_RevertWhen_TheFewestAreAboveTheMost() public {
        _expectRefused(
            _withBounds(NATIVE, 3e14, 2e14), abi.encodeWithSelector(IPool.InvalidPayoutBounds.selector, 3e14, 2e14)
        );
    }

    function test_WhenTheFewestAreTheMost() public {
        _tighten(guardian, _withBounds(NATIVE, 5e14, 5e14));
        _assertLimits(0, _withBounds(NATIVE, 5e14, 5e14));
    }

    function test_WhenOneLimitOrAllAreTightened() public {
        CurrencyConfig[6] memory tighter = [
            _withBounds(address(usdc), 1e6, 1.11e6),
            _withBounds(address(usdc), 0.9e6, 1e6),
            _withReserve(address(usdc), type(uint112).max),
            _withAllowance(address(usdc), 0),
            CurrencyConfig(address(usdc), 0.9e6 + 1, 1.11e6 - 1, 1000e6 + 1, ALLOWANCE - 1),
            _limits(address(usdc))
        ];
        for (uint256 i = 0; i < 12; ++i) {
            uint256 snapshot = vm.snapshotState();
            CurrencyConfig memory next = tighter[i / 2];
            vm.expectEmit(address(insurance));
            emit IPool.LimitsChanged(
                address(usdc), next.minPerDollar, next.maxPerDollar, next.minimumReserve, next.allowance
            );
            _tighten(i % 2 == 0 ? administrator : guardian, next);
            _assertLimits(1, next);
            _assertLimits(0, _limits(NATIVE));
            _assertLimits(2, _limits(address(usdt)));
            vm.revertToState(snapshot);
        }
    }

    function test_WhenTheBoundsAreTightenedTheyBindTheNextPayout() public {
        (bytes32 quoteId,) = _buyInForce(address(usdc));
        _tighten(guardian, _withBounds(address(usdc), 0.98e6, 1.02e6));
        uint256[2] memory amounts = [uint256(9.8e6 - 1), 10.2e6 + 1];
        for (uint256 i = 0; i < 2; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(IInsurancePayment.AmountOutOfBounds.selector, 9.8e6, 10.2e6, amounts[i])
            );
            vm.prank(claims);
            insurance.payClaim(quoteId, 1, block.timestamp, 10, amounts[i], FOREVER);
        }
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, block.timestamp, 10, 10.2e6, FOREVER);
    }

    function test_WhenTheReserveIsTightenedAboveThePool() public {
        _tighten(guardian, _withReserve(NATIVE, type(uint112).max));
        assertEq(insurance.freeCapital(NATIVE), 0);
        // It binds withdrawals, never what is due to customers.
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, block.timestamp, 1000, 0.5 ether, FOREVER);
    }

    function _tighten(address by, CurrencyConfig memory config) private {
        vm.prank(by);
        insurance.tightenLimits(config);
    }

    function _expectRefused(CurrencyConfig memory config, bytes memory reason) private {
        vm.expectRevert(reason);
        _tighten(administrator, config);
    }
}

/// Announcements kept ready must not undo an emergency stop of a currency.
contract TightenedSinceTest is BaseTest {
    bytes private opening;
    bytes private loosening;

    function setUp() public override {
        super.setUp();
        opening = abi.encodeCall(insurance.loosenLimits, (_limits(address(usdc))));
        loosening = abi.encodeCall(insurance.loosenLimits, (_withAllowance(address(usdc), 600_000)));
        _announce(administrator, opening);
        _announce(administrator, loosening);
    }

    function test_WhenItIsStoppedBeforeTheAnnouncement() public {
        _close(address(usdc));
        vm.warp(NOW + 1);
        bytes memory later = abi.encodeCall(insurance.loosenLimits, (_withAllowance(address(usdc), 600_001)));
        _await(administrator, later);
        _execute(administrator, later);
        assertEq(insurance.currencies()[1].allowance, 600_001);
    }

    function test_RevertWhen_ItIsStoppedInTheSecondOfTheAnnouncement() public {
        _close(address(usdc));
        _expectBothVoid();
    }

    /// Third edition: it could be announced, and never be made.
    function test_RevertWhen_ItIsAnnouncedInTheSecondOfTheStop() public {
        bytes memory later = abi.encodeCall(insurance.loosenLimits, (_withAllowance(address(usdc), 600_001)));
        _close(address(usdc));
        vm.expectRevert(abi.encodeWithSelector(IGovernance.VoidInThisSecond.selector));
        _announce(administrator, later);
        // Of another currency it can be.
        _announce(administrator, abi.encodeCall(insurance.loosenLimits, (_limits(NATIVE))));
    }

    /// What is kept ready while a currency is closed.
    function test_RevertWhen_WhatIsClosedIsClosedAgain() public {
        _close(address(usdc));
        vm.warp(NOW + 1);
        _announce(administrator, opening);
        _announce(administrator, loosening);
        vm.warp(NOW + 2);
        _close(address(usdc));
        _expectBothVoid();
    }

    function test_RevertWhen_ItIsClosedAfterTheAnnouncement() public {
        vm.warp(NOW + 2 days);
        _close(address(usdc));
        _expectBothVoid();
    }

    function test_RevertWhen_ItIsTightenedAfterTheAnnouncement() public {
        vm.warp(NOW + 1 days);
        vm.prank(guardian);
        insurance.tightenLimits(_withReserve(address(usdc), 2000e6));
        _expectBothVoid();
    }

    function test_RevertWhen_TheLimitsAreOnlyConfirmed() public {
        vm.warp(NOW + 1 days);
        vm.prank(administrator);
        insurance.tightenLimits(_limits(address(usdc)));
        _expectBothVoid();
    }

    function test_WhenAnotherCurrencyIsStopped() public {
        vm.warp(NOW + 1 days);
        _close(NATIVE);
        vm.warp(NOW + 2 days);
        _execute(administrator, opening);
        _execute(administrator, loosening);
        assertEq(insurance.currencies()[1].allowance, 600_000);
    }

    function test_WhenItIsAnnouncedAgainAfterTheStop() public {
        _close(address(usdc));
        vm.warp(NOW + 1);
        _await(administrator, opening);
        _execute(administrator, opening);
        assertTrue(insurance.currencies()[1].accepted);
    }

    function _close(address token) private {
        vm.prank(guardian);
        insurance.closeCurrency(token);
    }

    function _expectBothVoid() private {
        bytes[2] memory calls = [opening, loosening];
        for (uint256 i = 0; i < 2; ++i) {
            (uint256 executableAt, uint256 expiresAt) = insurance.announcementOf(keccak256(calls[i]));
            assertEq(executableAt + expiresAt, 0);
        }
        vm.warp(NOW + 2 days + 1);
        for (uint256 i = 0; i < 2; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(calls[i])));
            _execute(administrator, calls[i]);
        }
    }
}
