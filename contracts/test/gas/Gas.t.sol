// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Quote} from "../../src/IInsurancePayment.sol";
import {UsdtToken} from "../../src/mocks/UsdtToken.sol";
import {BaseTest} from "../BaseTest.sol";
import {Wallet} from "../mocks/Wallet.sol";

/// Gas of whole transactions: run with --isolate, see scripts/contracts/gas.mjs. Steady state: every balance that
/// changes is there before and after, and no policy, allowance or nonce is.
contract GasTest is BaseTest {
    uint256 private constant DOLLARS = 10_000;

    // ─── Purchases ───────────────────────────────────────────────────────────────────────────────────────────────────

    function test_PurchaseNative() public {
        _purchaseNative();
        _record("purchase, native coin");
    }

    function test_PurchaseNativeSignedByAContract() public {
        Wallet wallet = new Wallet();
        vm.prank(underwriter);
        insurance.replaceSigner(address(wallet));
        Quote memory quote = _quote(NATIVE);
        wallet.approve(insurance.hashQuote(quote));
        bytes memory signature = _sign(quote);
        vm.prank(holder);
        insurance.purchase{value: quote.premium}(quote, signature);
        _record("purchase, native coin, EIP-1271 signer");
    }

    function test_PurchaseUsdc() public {
        _purchaseToken(address(usdc), PREMIUM_USD);
        _record("purchase, USDC");
    }

    function test_PurchaseUsdcWithUnlimitedAllowance() public {
        _purchaseToken(address(usdc), FOREVER);
        _record("purchase, USDC, unlimited allowance");
    }

    function test_PurchaseUsdt() public {
        _purchaseToken(address(usdt), PREMIUM_USD);
        _record("purchase, USDT");
    }

    function test_ApproveAndPurchaseUsdc() public {
        _approveAndPurchase(address(usdc), "approve and purchase, USDC");
    }

    function test_ApproveAndPurchaseUsdt() public {
        _approveAndPurchase(address(usdt), "approve and purchase, USDT");
    }

    function test_PurchaseUsdcWithAuthorization() public {
        _purchaseWithAuthorization();
        _record("purchase with authorization, USDC");
    }

    function test_PurchaseUsdcWithAuthorizationOfAContract() public {
        Wallet wallet = new Wallet();
        usdc.mint(address(wallet), 2 * PREMIUM_USD);
        Quote memory quote = _quote(address(usdc));
        quote.holder = address(wallet);
        wallet.approve(_authorizationDigest(quote));
        bytes memory signature = _sign(quote);
        bytes memory authorization = _authorize(quote);
        vm.prank(stranger);
        insurance.purchaseWithAuthorization(quote, signature, authorization);
        _record("purchase with authorization, USDC, EIP-1271 holder");
    }

    // ─── Payouts ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_PayClaimNative() public {
        _payClaim(NATIVE);
        _record("claim payout, native coin");
    }

    function test_PayClaimUsdc() public {
        _payClaim(address(usdc));
        _record("claim payout, USDC");
    }

    function test_PayClaimUsdt() public {
        _payClaim(address(usdt));
        _record("claim payout, USDT");
    }

    function test_PayClaimUsdcFirst() public {
        (bytes32 quoteId,) = _buyInForce(address(usdc));
        address elsewhere = makeAddr("elsewhere");
        uint256 balance = usdc.balanceOf(holder);
        vm.prank(holder);
        usdc.transfer(elsewhere, balance);
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, block.timestamp, DOLLARS, DOLLARS * 1e6, block.timestamp);
        _record("claim payout, USDC, holder without USDC");
    }

    function test_AnnouncePayout() public {
        (bytes32 quoteId,) = _buyInForce(NATIVE);
        _announce(claims, _payout(quoteId, 1, block.timestamp, DOLLARS));
        _record("announced payout, announcement");
    }

    function test_PayAnnouncedNative() public {
        _payAnnouncedClaim(NATIVE);
        _record("announced payout, payment, native coin");
    }

    function test_PayAnnouncedUsdc() public {
        _payAnnouncedClaim(address(usdc));
        _record("announced payout, payment, USDC");
    }

    function test_PullNative() public {
        address to = holder;
        Wallet wallet = new Wallet();
        wallet.setOnReceive(Wallet.OnReceive.Refuse);
        holder = address(wallet);
        vm.deal(holder, 100 ether);
        bytes32 quoteId = _payClaimTwice(NATIVE);
        vm.prank(holder);
        insurance.pull(quoteId, to);
        _record("pull, native coin");
    }

    function test_PullUsdc() public {
        bytes32 quoteId = _payClaimTwice(address(usdc));
        usdc.setDenied(holder, false);
        vm.prank(holder);
        insurance.pull(quoteId, holder);
        _record("pull, USDC");
    }

    // ─── Refunds ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function test_RejectNative() public {
        _rejectBought(NATIVE);
        _record("rejection, native coin");
    }

    function test_RejectUsdc() public {
        _rejectBought(address(usdc));
        _record("rejection, USDC");
    }

    function test_RefundSignedNative() public {
        _refundSigned(NATIVE);
        _record("refund, signed consent, native coin");
    }

    function test_RefundSignedUsdc() public {
        _refundSigned(address(usdc));
        _record("refund, signed consent, USDC");
    }

    function test_ConsentToCancellation() public {
        _consentOnChain(NATIVE);
        _record("consent to cancellation");
    }

    function test_RefundConsentedNative() public {
        _refundConsented(NATIVE);
        _record("refund, recorded consent, native coin");
    }

    function test_RefundConsentedUsdc() public {
        _refundConsented(address(usdc));
        _record("refund, recorded consent, USDC");
    }

    // ─── Deployment ──────────────────────────────────────────────────────────────────────────────────────────────────

    function test_Deployment() public {
        bytes memory code = bytes.concat(
            vm.getCode("InsurancePayment.sol:InsurancePayment"),
            abi.encode(_roles(), recovery, _delays(), _currencies())
        );
        (bool success, bytes memory deployed) = CREATE2_FACTORY.call(bytes.concat(bytes32(0), code));
        // To the thousand: with each change of a comment the metadata's hash has other bytes, which cost more or less.
        vm.snapshotValue(
            "transactions",
            "deployment with two tokens, by CREATE2",
            (vm.lastCallGas().gasTotalUsed + 500) / 1000 * 1000
        );
        assertTrue(success && deployed.length == 20);
        vm.snapshotValue("size", "InsurancePayment", address(bytes20(deployed)).code.length);
    }

    // ─── Helpers ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function _record(string memory name) private {
        vm.snapshotGasLastCall("transactions", name);
    }

    function _purchaseNative() private {
        Quote memory quote = _quote(NATIVE);
        bytes memory signature = _sign(quote);
        vm.prank(holder);
        insurance.purchase{value: quote.premium}(quote, signature);
    }

    function _purchaseToken(address token, uint256 allowance) private {
        vm.prank(holder);
        UsdtToken(token).approve(address(insurance), allowance);
        _purchaseApproved(token);
    }

    function _purchaseApproved(address token) private {
        Quote memory quote = _quote(token);
        bytes memory signature = _sign(quote);
        vm.prank(holder);
        insurance.purchase(quote, signature);
    }

    /// The sum of two transactions.
    function _approveAndPurchase(address token, string memory name) private {
        vm.prank(holder);
        UsdtToken(token).approve(address(insurance), PREMIUM_USD);
        uint256 gas = vm.lastCallGas().gasTotalUsed;
        _purchaseApproved(token);
        vm.snapshotValue("transactions", name, gas + vm.lastCallGas().gasTotalUsed);
    }

    function _purchaseWithAuthorization() private {
        Quote memory quote = _quote(address(usdc));
        bytes memory signature = _sign(quote);
        bytes memory authorization = _authorize(quote);
        vm.prank(stranger);
        insurance.purchaseWithAuthorization(quote, signature, authorization);
    }

    function _payClaim(address token) private {
        (bytes32 quoteId,) = _buyInForce(token);
        uint256 amount = DOLLARS * _perDollar(token);
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, block.timestamp, DOLLARS, amount, block.timestamp);
    }

    function _payAnnouncedClaim(address token) private {
        (bytes32 quoteId,) = _buyInForce(token);
        bytes memory payout = _payout(quoteId, 1, block.timestamp, DOLLARS);
        _await(claims, payout);
        uint256 amount = DOLLARS * _perDollar(token);
        vm.prank(claims);
        insurance.payAnnounced(quoteId, holder, 1, block.timestamp - 2 days, DOLLARS, amount, block.timestamp);
    }

    /// Owed on two policies, so that the currency's sum is not zero after the first is pulled.
    function _payClaimTwice(address token) private returns (bytes32 quoteId) {
        (quoteId,) = _buyInForce(token);
        (bytes32 other,) = _buyInForce(token);
        if (token == address(usdc)) usdc.setDenied(holder, true);
        uint256 amount = DOLLARS * _perDollar(token);
        vm.startPrank(claims);
        insurance.payClaim(quoteId, 1, block.timestamp, DOLLARS, amount, block.timestamp);
        insurance.payClaim(other, 1, block.timestamp, DOLLARS, amount, block.timestamp);
        vm.stopPrank();
    }

    function _rejectBought(address token) private {
        Quote memory quote = _quote(token);
        _buy(quote);
        _reject(quote);
    }

    function _refundSigned(address token) private {
        Quote memory quote = _quote(token);
        _buy(quote);
        _cancel(quote, quote.premium);
    }

    function _consentOnChain(address token) private returns (Quote memory quote) {
        quote = _quote(token);
        bytes32 quoteId = _buy(quote);
        vm.prank(holder);
        insurance.consentToCancellation(quoteId, quote.premium, block.timestamp + 14 days);
    }

    function _refundConsented(address token) private {
        Quote memory quote = _consentOnChain(token);
        vm.prank(underwriter);
        insurance.refund(quote, quote.premium, block.timestamp + 14 days, "");
    }
}
