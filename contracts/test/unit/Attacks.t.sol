// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance, Role, RoleHolders} from "../../src/IGovernance.sol";
import {IInsurancePayment, Quote, Status} from "../../src/IInsurancePayment.sol";
import {CurrencyConfig, IPool} from "../../src/IPool.sol";
import {BaseTest} from "../BaseTest.sol";
import {Wallet} from "../mocks/Wallet.sol";

/// What an audit of the first edition did with one key, or with two that should not have been enough. Each test says
/// which rule of the first edition let it through.
contract AttacksTest is BaseTest {
    uint256 private constant START = (TODAY + 1) * 1 days;
    uint256 private constant END = (TODAY + 367) * 1 days;
    address private accomplice = makeAddr("accomplice");

    // ─── The administrator alone ─────────────────────────────────────────────────────────────────────────────────────

    /// First edition: `setRole` and `setPayoutBounds` took effect at once, one address could hold every role, and
    /// nothing bounded what the claims role pays in a day. Within one transaction the administrator made itself signer,
    /// claims and treasurer, widened the bounds, bought for 1 wei, paid itself the pool and withdrew the rest.
    function test_WhenTheAdministratorTakesEverythingInOneTransaction() public {
        Quote memory quote = _quote(NATIVE);
        quote.holder = accomplice;
        quote.premium = 1;
        quote.startDay = uint16(TODAY);
        bytes32 quoteId = insurance.hashQuote(quote);
        vm.deal(accomplice, 1);

        // Whatever would give it power waits for two days in everybody's sight.
        Role[3] memory roles = [Role.Claims, Role.Underwriter, Role.Treasurer];
        for (uint256 i = 0; i < 3; ++i) {
            _expectNotAnnounced(abi.encodeCall(insurance.grantRole, (roles[i], accomplice)));
        }
        _expectNotAnnounced(abi.encodeCall(insurance.loosenLimits, (_withBounds(NATIVE, 1, type(uint96).max))));
        _expectNotAnnounced(abi.encodeCall(insurance.loosenLimits, (_withAllowance(NATIVE, type(uint32).max))));
        _expectNotAnnounced(abi.encodeCall(insurance.loosenLimits, (_withReserve(NATIVE, 0))));
        _expectNotAnnounced(abi.encodeCall(insurance.addCurrency, (_config(address(this), 1, 2, 0))));
        _expectNotHis(abi.encodeCall(insurance.replaceSigner, (accomplice)));
        _expectNotHis(abi.encodeCall(insurance.payClaim, (quoteId, 1, NOW, 500_000, 990 ether, FOREVER)));
        _expectNotHis(abi.encodeCall(insurance.withdraw, (NATIVE, accomplice, 990 ether)));
        // What it can do at once takes power away, and the pauser's moves nothing.
        _execute(administrator, abi.encodeCall(insurance.grantPauser, (accomplice)));
        for (uint8 role = 2; role < 7; ++role) {
            _execute(administrator, abi.encodeCall(insurance.revokeRole, (Role(role))));
        }
        // Nobody is the signer now; a signature that recovers to nobody is none.
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.InvalidSignature.selector, quoteId));
        vm.prank(accomplice);
        insurance.purchase{value: 1}(quote, new bytes(65));
        assertEq(address(insurance).balance, 1000 ether);
        assertEq(usdc.balanceOf(address(insurance)), 1_000_000e6);
        assertEq(usdt.balanceOf(address(insurance)), 1_000_000e6);
    }

    /// First edition: roles changed hands at once, and nobody else had a say. Here the guardian vetoes whatever the
    /// administrator announced, and can't be replaced before it has had the time to.
    function test_WhenTheAdministratorAnnouncesEverythingAtOnce() public {
        bytes[5] memory calls = [
            abi.encodeCall(insurance.grantRole, (Role.Claims, accomplice)),
            abi.encodeCall(insurance.grantRole, (Role.Administrator, accomplice)),
            abi.encodeCall(insurance.loosenLimits, (_withBounds(NATIVE, 1, type(uint96).max))),
            abi.encodeCall(insurance.loosenLimits, (_withAllowance(NATIVE, type(uint32).max))),
            abi.encodeCall(insurance.grantRole, (Role.Guardian, makeAddr("second accomplice")))
        ];
        for (uint256 i = 0; i < 5; ++i) {
            _announce(administrator, calls[i]);
        }
        vm.warp(NOW + 2 days - 1);
        for (uint256 i = 0; i < 4; ++i) {
            vm.prank(guardian);
            insurance.veto(calls[i]);
        }
        for (uint256 time = NOW + 2 days; time <= NOW + 7 days; time += 1 days) {
            vm.warp(time);
            for (uint256 i = 0; i < 4; ++i) {
                _expectNotAnnounced(calls[i]);
            }
        }
        _execute(administrator, calls[4]);
        assertEq(insurance.roleHolder(Role.Claims), claims);
    }

    // ─── The claims key alone ────────────────────────────────────────────────────────────────────────────────────────

    /// First edition: every policy could be paid up to its cover at once. Ten travel policies for 25 dollars each
    /// brought 999 000 dollars in one block.
    function test_WhenTenCheapPoliciesAreClaimedAtOnce() public {
        vm.prank(guardian);
        insurance.tightenLimits(_withAllowance(address(usdc), 50_000));
        bytes32[10] memory policies;
        for (uint256 i = 0; i < 10; ++i) {
            Quote memory quote = _quote(address(usdc));
            quote.premium = 25e6;
            quote.product = 3;
            quote.cover = 100_000;
            quote.startDay = uint16(TODAY);
            policies[i] = _buy(quote);
        }
        uint256 pool = usdc.balanceOf(address(insurance));
        uint256 paid;
        for (uint256 i = 0; i < 10; ++i) {
            for (uint256 dollars = 99_900; dollars > 0; dollars /= 2) {
                if (_pays(policies[i], dollars)) paid += dollars;
            }
        }
        assertGt(paid, 49_000);
        assertLe(paid, 50_000, "more than the day's allowance");
        assertEq(usdc.balanceOf(address(insurance)), pool - paid * 1e6);
    }

    /// The registry counts 63 claims. Payouts of a dollar within the allowance once used them up and left a cover on which
    /// nothing could be paid anymore.
    function test_WhenAPolicyIsPaidADollarAgainAndAgain() public {
        (bytes32 quoteId,) = _buyInForce(address(usdc));
        uint256 paid;
        for (uint256 i = 0; i < 100; ++i) {
            if (_pays(quoteId, 1)) ++paid;
        }
        assertEq(paid, 31);
        _announce(claims, _payout(quoteId, 32, START, 1));
        vm.prank(guardian);
        insurance.revokeRole(Role.Claims);
        _grant(Role.Claims, stranger);
        claims = stranger;
        vm.warp(block.timestamp + 1);
        bytes memory payout = _payout(quoteId, 32, START, 499_969);
        _await(claims, payout);
        _payAnnounced(payout, 499_969e6);
        assertEq(insurance.policyOf(quoteId).paidOut, 500_000, "what is left of the cover is paid");
    }

    /// First edition: a stolen claims key could only be stopped by the administrator. Here the pauser halts it at once,
    /// the guardian revokes it, and what it announced is never paid.
    /// Third edition: what it had proposed stood, on every policy, and the next holder of the role could pay it.
    function test_WhenAStolenClaimsKeyIsStopped() public {
        (bytes32 quoteId,) = _buyInForce(address(usdc));
        bytes memory payout = _payout(quoteId, 1, START, 500_000);
        _announce(claims, payout);
        vm.prank(pauser);
        insurance.haltPayouts();
        assertFalse(_pays(quoteId, 1));
        vm.prank(guardian);
        insurance.revokeRole(Role.Claims);
        vm.warp(block.timestamp + 5 days);
        _expectUnauthorized(claims, IInsurancePayment.payAnnounced.selector);
        _payAnnounced(payout, 500_000e6);
        _grant(Role.Claims, accomplice);
        claims = accomplice;
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(payout)));
        _payAnnounced(payout, 500_000e6);
    }

    // ─── The underwriter alone ───────────────────────────────────────────────────────────────────────────────────────

    /// First edition: a cancellation took any refund up to the premium, zero included, on the underwriter's word.
    function test_RevertWhen_TheUnderwriterEndsAPolicyForZero() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(address(usdc));
        uint256[3] memory amounts = [uint256(0), 1, quote.premium];
        for (uint256 i = 0; i < 3; ++i) {
            bytes memory own = _consent(signerKey, quoteId, amounts[i], block.timestamp);
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NoConsent.selector, quoteId));
            vm.prank(underwriter);
            insurance.refund(quote, amounts[i], block.timestamp, own);
        }
        assertTrue(insurance.isInForce(quoteId, END - 1));
    }

    /// First edition: a rejection was possible at any time, so that a policy could be ended the day before a storm.
    function test_RevertWhen_TheUnderwriterRejectsAPolicyMonthsLater() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(address(usdc));
        vm.warp(START + 200 days);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.RejectionTooLate.selector, quoteId, START + 30 days));
        _reject(quote);
        assertTrue(insurance.isInForce(quoteId, END - 1));
    }

    // ─── The treasurer alone ─────────────────────────────────────────────────────────────────────────────────────────

    /// First edition: `withdraw` took all that was free at once.
    function test_RevertWhen_TheTreasurerWithdrawsThePoolAtOnce() public {
        bytes memory withdrawal = abi.encodeCall(insurance.withdraw, (NATIVE, treasurer, 990 ether));
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(withdrawal)));
        _execute(treasurer, withdrawal);
        _announce(treasurer, withdrawal);
        vm.prank(guardian);
        insurance.veto(withdrawal);
        vm.warp(NOW + 2 days);
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(withdrawal)));
        _execute(treasurer, withdrawal);
        assertEq(address(insurance).balance, 1000 ether);
    }

    /// First edition: the contract itself was a recipient like any other. Sent to itself, what was withdrawn was still
    /// in the pool and the books said that it had left.
    function test_RevertWhen_TheTreasurerWithdrawsToTheContractItself() public {
        address self = address(insurance);
        vm.expectRevert(abi.encodeWithSelector(IPool.InvalidRecipient.selector, self));
        _announcedCall(treasurer, abi.encodeCall(insurance.withdraw, (address(usdc), self, 1e6)));
    }

    // ─── Two keys ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// First edition: a full refund ended the cover in its block and left the days before covered. An incident of
    /// yesterday brought 500 000 dollars on a policy whose whole premium had been given back.
    function test_RevertWhen_TheWholePremiumAndTheWholeCoverAreBothPaid() public {
        (bytes32 quoteId, Quote memory quote) = _buyInForce(address(usdc));
        uint256 incidentAt = block.timestamp - 1;
        _cancel(quote, quote.premium);
        vm.expectRevert(
            abi.encodeWithSelector(IInsurancePayment.IncidentOutsideCover.selector, incidentAt, START, START)
        );
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, incidentAt, 500_000, 500_000e6, FOREVER);
    }

    /// First edition: an objection ended a change, and the underwriter proposed it again at once. The holder had to
    /// object every two days for ever. Here an objection stands until it lapses, or administrator or guardian stop it.
    function test_RevertWhen_AnObjectionIsAnsweredWithTheSameProposal() public {
        bytes32 quoteId = _buy(_quote(NATIVE));
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, accomplice);
        vm.prank(holder);
        insurance.contestHolderChange(quoteId);
        vm.prank(administrator);
        insurance.confirmHolderChange(quoteId, accomplice);
        for (uint256 time = NOW; time <= NOW + 30 days; time += 5 days) {
            vm.warp(time);
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PolicyContested.selector, quoteId));
            vm.prank(underwriter);
            insurance.proposeHolderChange(quoteId, accomplice);
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.HolderChangeNotEffective.selector, quoteId, 0));
            insurance.completeHolderChange(quoteId);
        }
        assertEq(insurance.policyOf(quoteId).holder, holder);
    }

    /// First edition: a confirmed change waited for ever. Completed years later, just before a payout, it sent the money
    /// to somebody whom everybody had forgotten.
    function test_RevertWhen_AForgottenHolderChangeIsCompleted() public {
        bytes32 quoteId = _buy(_quote(NATIVE));
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, accomplice);
        vm.prank(administrator);
        insurance.confirmHolderChange(quoteId, accomplice);
        vm.warp(NOW + 300 days);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NoHolderChange.selector, quoteId, accomplice));
        insurance.completeHolderChange(quoteId);
        assertEq(insurance.policyOf(quoteId).holder, holder);
    }

    /// First edition: roles were checked one by one, so that a deployment, or the administrator, could give one key
    /// what two are needed for.
    function test_RevertWhen_OneAddressHoldsTwoRoles() public {
        RoleHolders memory roles = _roles();
        roles.claims = roles.underwriter;
        vm.expectRevert(abi.encodeWithSelector(IGovernance.AddressHoldsRole.selector, underwriter, Role.Claims));
        this.deploy(roles);
        vm.expectRevert(abi.encodeWithSelector(IGovernance.AddressHoldsRole.selector, underwriter, Role.Underwriter));
        _announcedCall(administrator, abi.encodeCall(insurance.grantRole, (Role.Claims, underwriter)));
    }

    // ─── A holder ────────────────────────────────────────────────────────────────────────────────────────────────────

    /// First edition: `completeHolderChange` could be called in the middle of a payout, whose later write of the policy
    /// would have undone it; only the order of two lines prevented it, and no test held it. Here it is refused inside
    /// the call, works after it, and the payout stays counted.
    function test_WhenAHolderChangeIsCompletedDuringAPayoutItIsNotUndone() public {
        Wallet wallet = new Wallet();
        vm.deal(address(wallet), 10 ether);
        Quote memory quote = _quote(NATIVE);
        quote.holder = address(wallet);
        bytes32 quoteId = _buy(quote);
        vm.warp(START);
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, accomplice);
        vm.prank(administrator);
        insurance.confirmHolderChange(quoteId, accomplice);
        vm.warp(START + 2 days);
        wallet.setReentry(address(insurance), abi.encodeCall(insurance.completeHolderChange, (quoteId)));
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, START, 1000, 0.5 ether, FOREVER);
        assertFalse(wallet.reentered());
        insurance.completeHolderChange(quoteId);
        assertEq(insurance.policyOf(quoteId).holder, accomplice);
        assertEq(insurance.policyOf(quoteId).paidOut, 1000);
        assertEq(insurance.policyOf(quoteId).claims, 1);
    }

    /// First edition: `pull` sent tokens to any address, the contract itself included: the debt was gone, and what had
    /// been owed was the treasurer's.
    function test_RevertWhen_ADebtIsPulledToTheContractItself() public {
        Quote memory quote = _quote(address(usdc));
        bytes32 quoteId = _buy(quote);
        usdc.setDenied(holder, true);
        _reject(quote);
        usdc.setDenied(holder, false);
        uint256 free = insurance.freeCapital(address(usdc));
        vm.expectRevert(abi.encodeWithSelector(IPool.InvalidRecipient.selector, address(insurance)));
        vm.prank(holder);
        insurance.pull(quoteId, address(insurance));
        assertEq(insurance.owed(quoteId), quote.premium);
        assertEq(insurance.freeCapital(address(usdc)), free);
    }

    /// First edition: a holder on a token's list of refused addresses pulled what was owed to another address.
    function test_RevertWhen_ADeniedHolderPullsItsTokensElsewhere() public {
        Quote memory quote = _quote(address(usdt));
        bytes32 quoteId = _buy(quote);
        usdt.setDenied(holder, true);
        _reject(quote);
        vm.expectRevert(abi.encodeWithSelector(IPool.InvalidRecipient.selector, accomplice));
        vm.prank(holder);
        insurance.pull(quoteId, accomplice);
        assertEq(usdt.balanceOf(accomplice), 0);
    }

    /// First edition: the contract could become a policy's holder; what was paid on it could never be pulled.
    function test_RevertWhen_APolicyIsMovedToTheContractItself() public {
        bytes32 quoteId = _buy(_quote(NATIVE));
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.InvalidHolder.selector, address(insurance)));
        vm.prank(underwriter);
        insurance.proposeHolderChange(quoteId, address(insurance));
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Active));
    }

    // ─── Helpers ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /// Another frame, so that a revert of the constructor can be expected.
    function deploy(RoleHolders memory roles) external returns (IInsurancePayment) {
        CurrencyConfig[] memory list = _currencies();
        return _deploy(roles, _delays(), list);
    }

    /// Another frame, so that a revert after an announcement can be expected.
    function announceAndExecute(address by, bytes memory data) external {
        _announced(by, data);
    }

    function _announcedCall(address by, bytes memory data) private {
        this.announceAndExecute(by, data);
    }

    function _expectNotAnnounced(bytes memory data) private {
        vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounced.selector, keccak256(data)));
        _execute(_executor(administrator, data), data);
    }

    function _expectNotHis(bytes memory data) private {
        _expectUnauthorized(administrator, bytes4(data));
        _execute(administrator, data);
    }

    function _pays(bytes32 quoteId, uint256 dollars) private returns (bool success) {
        uint256 number = uint256(insurance.policyOf(quoteId).claims) + 1;
        bytes memory payout =
            abi.encodeCall(insurance.payClaim, (quoteId, number, block.timestamp, dollars, dollars * 1e6, FOREVER));
        vm.prank(claims);
        (success,) = address(insurance).call(payout);
    }
}
