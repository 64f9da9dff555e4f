// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInsurancePayment, Quote, Status} from "../../src/IInsurancePayment.sol";
import {Wallet} from "../mocks/Wallet.sol";
import {RefundBase} from "./RefundBase.sol";

contract SignedConsentTest is RefundBase {
    Quote private quote;
    bytes32 private quoteId;

    function setUp() public override {
        super.setUp();
        quote = _quote(NATIVE);
        quoteId = _buy(quote);
    }

    function test_WhenTheHolderSignedForThisRefund() public {
        _refund(quote, 1, NOW + 14 days, _consent(holderKey, quoteId, 1, NOW + 14 days));
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Cancelled));
    }

    function test_WhenTheConsentIsACompactSignature() public {
        (bytes32 r, bytes32 vs) = vm.signCompact(holderKey, insurance.hashCancellation(holder, quoteId, 1, NOW));
        _refund(quote, 1, NOW, abi.encodePacked(r, vs));
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Cancelled));
    }

    function test_WhenItIsTheLastSecondOfTheConsent() public {
        bytes memory signature = _consent(holderKey, quoteId, 1, NOW + 14 days);
        vm.warp(NOW + 14 days);
        _refund(quote, 1, NOW + 14 days, signature);
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Cancelled));
    }

    function test_RevertWhen_TheConsentHasExpired() public {
        bytes memory signature = _consent(holderKey, quoteId, 1, NOW + 14 days);
        vm.warp(NOW + 14 days + 1);
        vm.expectRevert(
            abi.encodeWithSelector(IInsurancePayment.ExecutionExpired.selector, NOW + 14 days, NOW + 14 days + 1)
        );
        _refund(quote, 1, NOW + 14 days, signature);
    }

    function test_RevertWhen_TheConsentIsTooLong() public {
        bytes memory signature = _consent(holderKey, quoteId, 1, NOW + 15 days + 1);
        vm.expectRevert(
            abi.encodeWithSelector(IInsurancePayment.ConsentTooLong.selector, NOW + 15 days + 1, NOW + 15 days)
        );
        _refund(quote, 1, NOW + 15 days + 1, signature);
        vm.warp(NOW + 1);
        _refund(quote, 1, NOW + 15 days + 1, signature);
    }

    function test_RevertWhen_NobodySigned() public {
        bytes[4] memory signatures = [bytes(""), new bytes(64), new bytes(65), new bytes(130)];
        for (uint256 i = 0; i < 4; ++i) {
            _expectNoConsent(quote, 1, NOW, signatures[i]);
        }
    }

    function test_RevertWhen_AnotherKeySigned() public {
        _expectNoConsent(quote, 1, NOW, _consent(signerKey, quoteId, 1, NOW));
    }

    function test_RevertWhen_TheConsentIsToAnotherAmount() public {
        bytes memory signature = _consent(holderKey, quoteId, 2, NOW);
        _expectNoConsent(quote, 1, NOW, signature);
        _expectNoConsent(quote, 3, NOW, signature);
        _expectNoConsent(quote, 0, NOW, signature);
    }

    function test_RevertWhen_TheConsentIsOfAnotherValidity() public {
        _expectNoConsent(quote, 1, NOW + 1, _consent(holderKey, quoteId, 1, NOW));
    }

    function test_RevertWhen_TheConsentIsToAnotherPolicy() public {
        bytes32 other = _buy(_quote(NATIVE));
        _expectNoConsent(quote, 1, NOW, _consent(holderKey, other, 1, NOW));
    }

    function test_RevertWhen_TheConsentIsForAnotherChain() public {
        bytes memory signature = _consent(holderKey, quoteId, 1, NOW);
        vm.chainId(block.chainid + 1);
        // The quote's id changes with the chain too: the policy is not there.
        vm.expectRevert();
        _refund(quote, 1, NOW, signature);
    }

    function test_RevertWhen_AFormerHolderSigned() public {
        bytes memory signature = _consent(holderKey, quoteId, 1, NOW + 14 days);
        (address next, uint256 nextKey) = makeAddrAndKey("next holder");
        _changeHolder(quoteId, next);
        _expectNoConsent(quote, 1, NOW + 14 days, signature);
        bytes memory own = _consent(nextKey, quoteId, 1, NOW + 14 days);
        // Who consented to what, and until when: the signature itself is in no event.
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PremiumRefunded(
            quoteId, next, NATIVE, PREMIUM_NATIVE, 1, Status.Cancelled, uint64(NOW + 2 days), NOW + 14 days
        );
        _refund(quote, 1, NOW + 14 days, own);
        assertEq(next.balance, 1);
    }

    function test_WhenAFormerHolderRevokedAllThatItSigned() public {
        _revoke(quoteId, FOREVER);
        (address next, uint256 nextKey) = makeAddrAndKey("next holder");
        _changeHolder(quoteId, next);
        _refund(quote, 1, NOW + 14 days, _consent(nextKey, quoteId, 1, NOW + 14 days));
        assertEq(next.balance, 1);
    }

    /// Third edition: the consent named no holder, so that an owner of two accounts, whose signature both take, had
    /// consented for whichever held the policy.
    function test_RevertWhen_AnotherAccountOfTheSameOwnerHoldsThePolicy() public {
        (Wallet first, bytes32 id, Quote memory bought) = _buyForWallet();
        Wallet second = new Wallet();
        bytes32 digest = insurance.hashCancellation(address(first), id, 1, NOW + 14 days);
        first.approveWith(digest, "owner");
        second.approveWith(digest, "owner");
        _changeHolder(id, address(second));
        _expectNoConsent(bought, 1, NOW + 14 days, "owner");
        second.approveWith(insurance.hashCancellation(address(second), id, 1, NOW + 14 days), "owner");
        _refund(bought, 1, NOW + 14 days, "owner");
        assertEq(address(second).balance, 1);
    }

    function test_RevertWhen_ThePolicyIsContestedMeanwhile() public {
        bytes memory signature = _consent(holderKey, quoteId, 1, NOW + 15 days);
        _contest(quoteId, stranger);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PolicyContested.selector, quoteId));
        _refund(quote, 1, NOW + 15 days, signature);
        vm.prank(administrator);
        insurance.stopHolderChange(quoteId);
        _refund(quote, 1, NOW + 15 days, signature);
    }

    function test_WhenAContractApprovesItsConsent() public {
        uint256[5] memory lengths = [uint256(0), 3, 64, 65, 130];
        for (uint256 i = 0; i < 5; ++i) {
            (Wallet wallet, bytes32 id, Quote memory bought) = _buyForWallet();
            bytes memory signature = _bytes(lengths[i]);
            _expectNoConsent(bought, 1, NOW, signature);
            wallet.approveWith(insurance.hashCancellation(address(wallet), id, 1, NOW), signature);
            _expectNoConsent(bought, 1, NOW, bytes.concat(signature, hex"01"));
            _expectNoConsent(bought, 2, NOW, signature);
            _refund(bought, 1, NOW, signature);
            assertEq(uint8(_statusOf(id)), uint8(Status.Cancelled));
        }
    }

    function test_WhenTheDigestIsAskedFor() public view {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Mooring"),
                keccak256("4"),
                block.chainid,
                address(insurance)
            )
        );
        bytes32 message = keccak256(
            abi.encode(
                keccak256("Cancellation(address holder,bytes32 quoteId,uint256 refund,uint256 validUntil)"),
                stranger,
                quoteId,
                7,
                NOW
            )
        );
        assertEq(
            insurance.hashCancellation(stranger, quoteId, 7, NOW),
            keccak256(abi.encodePacked(hex"1901", domain, message))
        );
    }
}

contract ConsentToCancellationTest is RefundBase {
    Quote private quote;
    bytes32 private quoteId;

    function setUp() public override {
        super.setUp();
        quote = _quote(NATIVE);
        quoteId = _buy(quote);
    }

    function test_RevertWhen_ThePolicyIsUnknown() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PolicyUnknown.selector, bytes32("unknown")));
        insurance.consentToCancellation("unknown", 1, NOW);
    }

    function test_RevertWhen_TheCallerIsNotTheHolder() public {
        address[3] memory others = [stranger, underwriter, administrator];
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotHolder.selector, holder, others[i]));
            vm.prank(others[i]);
            insurance.consentToCancellation(quoteId, 1, NOW);
        }
    }

    function test_RevertWhen_ThePolicyIsNotActive() public {
        _reject(quote);
        _expectRefused(
            NOW, abi.encodeWithSelector(IInsurancePayment.PolicyNotActive.selector, quoteId, Status.Rejected)
        );
    }

    function test_RevertWhen_ThePolicyIsContested() public {
        _contest(quoteId, stranger);
        _expectRefused(NOW, abi.encodeWithSelector(IInsurancePayment.PolicyContested.selector, quoteId));
        vm.warp(NOW + 21 days);
        _expectRefused(block.timestamp, abi.encodeWithSelector(IInsurancePayment.PolicyContested.selector, quoteId));
        vm.warp(NOW + 21 days + 1);
        _record(quoteId, 1, block.timestamp);
    }

    function test_RevertWhen_TheValidityIsOver() public {
        _expectRefused(NOW - 1, abi.encodeWithSelector(IInsurancePayment.ExecutionExpired.selector, NOW - 1, NOW));
    }

    function test_RevertWhen_TheValidityIsTooLong() public {
        _expectRefused(
            NOW + 15 days + 1,
            abi.encodeWithSelector(IInsurancePayment.ConsentTooLong.selector, NOW + 15 days + 1, NOW + 15 days)
        );
    }

    function test_WhenTheHolderConsentsItMovesNothing() public {
        uint256 pool = address(insurance).balance;
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.CancellationConsented(quoteId, holder, 1, NOW + 15 days);
        _record(quoteId, 1, NOW + 15 days);
        _assertConsent(insurance.hashCancellation(holder, quoteId, 1, NOW + 15 days), 0);
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Active));
        assertEq(address(insurance).balance, pool);
    }

    function test_WhenTheUnderwriterRefundsWhatWasRecorded() public {
        _record(quoteId, 1, NOW + 14 days);
        vm.warp(NOW + 14 days);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.PremiumRefunded(
            quoteId, holder, NATIVE, PREMIUM_NATIVE, 1, Status.Cancelled, uint64(NOW + 14 days), NOW + 14 days
        );
        _refund(quote, 1, NOW + 14 days, "anything");
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Cancelled));
        _assertConsent(0, 0);
    }

    function test_RevertWhen_TheRecordedConsentIsToSomethingElse() public {
        _record(quoteId, 2, NOW + 14 days);
        _expectNoConsent(quote, 1, NOW + 14 days, "");
        _expectNoConsent(quote, 3, NOW + 14 days, "");
        _expectNoConsent(quote, 2, NOW + 13 days, "");
    }

    function test_RevertWhen_TheRecordedConsentHasExpired() public {
        _record(quoteId, 1, NOW + 14 days);
        vm.warp(NOW + 14 days + 1);
        vm.expectRevert(
            abi.encodeWithSelector(IInsurancePayment.ExecutionExpired.selector, NOW + 14 days, NOW + 14 days + 1)
        );
        _refund(quote, 1, NOW + 14 days, "");
    }

    function test_RevertWhen_AnotherConsentReplacedIt() public {
        _record(quoteId, 1, NOW + 14 days);
        _record(quoteId, 2, NOW + 14 days);
        _expectNoConsent(quote, 1, NOW + 14 days, "");
        _refund(quote, 2, NOW + 14 days, "");
    }

    function test_RevertWhen_AFormerHolderConsented() public {
        _record(quoteId, 1, NOW + 14 days);
        _changeHolder(quoteId, stranger);
        _assertConsent(0, 0);
        _expectNoConsent(quote, 1, NOW + 14 days, "");
    }

    function test_RevertWhen_ThePolicyIsContestedAfterTheConsent() public {
        _record(quoteId, 1, NOW + 14 days);
        _contest(quoteId, stranger);
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PolicyContested.selector, quoteId));
        _refund(quote, 1, NOW + 14 days, "");
    }

    function _expectRefused(uint256 validUntil, bytes memory reason) private {
        vm.expectRevert(reason);
        vm.prank(holder);
        insurance.consentToCancellation(quoteId, 1, validUntil);
    }

    function _assertConsent(bytes32 digest, uint256 voidUntil) private view {
        (bytes32 recorded, uint256 until) = insurance.consentOf(quoteId);
        assertEq(recorded, digest);
        assertEq(until, voidUntil);
    }
}

contract RevokeConsentTest is RefundBase {
    Quote private quote;
    bytes32 private quoteId;

    function setUp() public override {
        super.setUp();
        quote = _quote(NATIVE);
        quoteId = _buy(quote);
    }

    function test_RevertWhen_ThePolicyToRevokeIsUnknown() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.PolicyUnknown.selector, bytes32("unknown")));
        insurance.revokeConsent("unknown", NOW);
    }

    function test_RevertWhen_SomebodyElseRevokes() public {
        vm.expectRevert(abi.encodeWithSelector(IInsurancePayment.NotHolder.selector, holder, underwriter));
        vm.prank(underwriter);
        insurance.revokeConsent(quoteId, NOW);
    }

    function test_RevertWhen_ARecordedConsentWasRevoked() public {
        _record(quoteId, 1, NOW + 14 days);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.ConsentRevoked(quoteId, holder, 0);
        _revoke(quoteId, 0);
        _expectNoConsent(quote, 1, NOW + 14 days, "");
    }

    function test_RevertWhen_ASignedConsentWasRevoked() public {
        bytes memory signature = _consent(holderKey, quoteId, 1, NOW + 14 days);
        _revoke(quoteId, NOW + 14 days);
        _expectNoConsent(quote, 1, NOW + 14 days, signature);
        // One that ends a second later is another consent.
        _refund(quote, 1, NOW + 14 days + 1, _consent(holderKey, quoteId, 1, NOW + 14 days + 1));
    }

    function test_WhenAnEarlierValidityIsRevokedTheLaterStays() public {
        _revoke(quoteId, NOW + 14 days);
        vm.expectEmit(address(insurance));
        emit IInsurancePayment.ConsentRevoked(quoteId, holder, NOW + 14 days);
        _revoke(quoteId, NOW + 1);
        (, uint256 voidUntil) = insurance.consentOf(quoteId);
        assertEq(voidUntil, NOW + 14 days);
        _expectNoConsent(quote, 1, NOW + 14 days, _consent(holderKey, quoteId, 1, NOW + 14 days));
    }

    function test_WhenAnotherPolicyHasAConsent() public {
        Quote memory other = _quote(NATIVE);
        bytes32 otherId = _buy(other);
        _record(otherId, 1, NOW);
        _revoke(quoteId, FOREVER);
        _refund(other, 1, NOW, "");
        assertEq(uint8(_statusOf(otherId)), uint8(Status.Cancelled));
    }

    function test_WhenAllSignedOnesAreVoidAndTheHolderRecordsOne() public {
        _revoke(quoteId, FOREVER);
        _expectNoConsent(quote, 1, NOW, _consent(holderKey, quoteId, 1, NOW));
        _record(quoteId, 1, NOW);
        _refund(quote, 1, NOW, "");
        assertEq(uint8(_statusOf(quoteId)), uint8(Status.Cancelled));
    }
}
