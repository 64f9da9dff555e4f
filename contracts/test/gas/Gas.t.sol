// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Quote, Status} from "../../src/IInsurancePayment.sol";
import {UsdtToken} from "../../src/mocks/UsdtToken.sol";
import {BaseTest} from "../BaseTest.sol";

/// Gas of whole transactions: run with --isolate, see scripts/contracts/gas.mjs. Steady state: every balance that
/// changes is there before and after, and no policy, allowance or nonce is.
contract GasTest is BaseTest {
    function test_PurchaseNative() public {
        Quote memory quote = _quote(NATIVE);
        bytes memory signature = _sign(quote);
        vm.prank(holder);
        insurance.purchase{value: quote.premium}(quote, signature);
        vm.snapshotGasLastCall("transactions", "purchase, native coin");
    }

    function test_PurchaseUsdc() public {
        _purchaseToken(address(usdc), PREMIUM_USD, "purchase, USDC");
    }

    function test_PurchaseUsdcWithUnlimitedAllowance() public {
        _purchaseToken(address(usdc), FOREVER, "purchase, USDC, unlimited allowance");
    }

    function test_PurchaseUsdt() public {
        _purchaseToken(address(usdt), PREMIUM_USD, "purchase, USDT");
    }

    function test_PurchaseUsdcWithPermit() public {
        // The account has used a permit before: its nonce's slot is there.
        _purchaseWithPermit();
        _purchaseWithPermit();
        vm.snapshotGasLastCall("transactions", "permit and purchase, USDC");
    }

    function test_PayClaimNative() public {
        _payClaim(NATIVE, "claim payout, native coin");
    }

    function test_PayClaimUsdc() public {
        _payClaim(address(usdc), "claim payout, USDC");
    }

    function test_PayClaimUsdt() public {
        _payClaim(address(usdt), "claim payout, USDT");
    }

    function test_RefundNative() public {
        _refund(NATIVE, "refund, native coin");
    }

    function test_RefundUsdc() public {
        _refund(address(usdc), "refund, USDC");
    }

    function _purchaseToken(address token, uint256 allowance, string memory name) private {
        vm.prank(holder);
        UsdtToken(token).approve(address(insurance), allowance);
        Quote memory quote = _quote(token);
        bytes memory signature = _sign(quote);
        vm.prank(holder);
        insurance.purchase(quote, signature);
        vm.snapshotGasLastCall("transactions", name);
    }

    function _purchaseWithPermit() private {
        Quote memory quote = _quote(address(usdc));
        bytes memory signature = _sign(quote);
        bytes32 permit =
            keccak256(abi.encode(usdc.PERMIT_TYPEHASH(), holder, insurance, quote.premium, usdc.nonces(holder), NOW));
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(holderKey, keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), permit)));
        vm.prank(holder);
        insurance.purchaseWithPermit(quote, signature, NOW, v, r, s);
    }

    function _payClaim(address token, string memory name) private {
        (bytes32 quoteId,) = _buyInForce(token);
        uint256 amount = 10_000 * _perDollar(token);
        vm.prank(claims);
        insurance.payClaim(quoteId, 1, block.timestamp, 10_000, amount, block.timestamp);
        vm.snapshotGasLastCall("transactions", name);
    }

    function _refund(address token, string memory name) private {
        Quote memory quote = _quote(token);
        _buy(quote);
        vm.prank(underwriter);
        insurance.refund(quote, quote.premium, Status.Rejected, NOW);
        vm.snapshotGasLastCall("transactions", name);
    }
}
