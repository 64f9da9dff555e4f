// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IInsurancePayment, Quote, Status} from "../../src/IInsurancePayment.sol";
import {Wallet} from "../mocks/Wallet.sol";
import {PurchaseBase} from "./PurchaseBase.sol";

contract PurchaseSignatureTest is PurchaseBase {
    uint256 private constant CURVE_ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;

    function test_RevertWhen_AnotherKeySigned() public {
        Quote memory quote = _quote(NATIVE);
        _expectInvalid(quote, _sign(holderKey, insurance.hashQuote(quote)));
    }

    function test_RevertWhen_TheSignatureIsEmpty() public {
        _expectInvalid(_quote(NATIVE), "");
    }

    function test_RevertWhen_TheSignatureHasAByteTooMany() public {
        Quote memory quote = _quote(NATIVE);
        _expectInvalid(quote, bytes.concat(_sign(quote), hex"00"));
    }

    function test_RevertWhen_SIsInTheUpperHalf() public {
        Quote memory quote = _quote(NATIVE);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(signerKey, insurance.hashQuote(quote));
        bytes32 upper = bytes32(CURVE_ORDER - uint256(s));
        assertEq(ecrecover(insurance.hashQuote(quote), v ^ 7, r, upper), signer, "the twin is a signature too");
        _expectInvalid(quote, abi.encodePacked(r, upper, v ^ 7));
    }

    function test_RevertWhen_TheSignatureRecoversToZero() public {
        Quote memory quote = _quote(NATIVE);
        _expectInvalid(quote, new bytes(65));
    }

    function test_WhenTheSignatureIsCompact() public {
        Quote memory quote = _quote(NATIVE);
        bytes memory signature = _compact(signerKey, insurance.hashQuote(quote));
        vm.prank(holder);
        insurance.purchase{value: quote.premium}(quote, signature);
        assertEq(uint8(_statusOf(insurance.hashQuote(quote))), uint8(Status.Active));
    }

    function test_RevertWhen_TheCompactSignatureIsAnotherKeys() public {
        Quote memory quote = _quote(NATIVE);
        _expectInvalid(quote, _compact(holderKey, insurance.hashQuote(quote)));
    }

    function test_RevertWhen_TheSignerWasRotated() public {
        Quote memory quote = _quote(NATIVE);
        bytes memory signature = _sign(quote);
        _rotate(makeAddr("new signer"));
        _expectInvalid(quote, signature);
    }

    function test_WhenTheNewSignerSigned() public {
        Quote memory quote = _quote(NATIVE);
        (address next, uint256 key) = makeAddrAndKey("new signer");
        _rotate(next);
        bytes memory signature = _sign(key, insurance.hashQuote(quote));
        vm.prank(holder);
        insurance.purchase{value: quote.premium}(quote, signature);
        assertEq(uint8(_statusOf(insurance.hashQuote(quote))), uint8(Status.Active));
    }

    function test_WhenTheSignerIsAContractThatApproves() public {
        // Whatever its length: an account's signatures of 64 and 65 bytes are a contract's own affair too.
        uint256[5] memory lengths = [uint256(0), 3, 64, 65, 130];
        for (uint256 i = 0; i < 5; ++i) {
            Quote memory quote = _quote(NATIVE);
            bytes memory signature = _bytes(lengths[i]);
            Wallet wallet = new Wallet();
            _rotate(address(wallet));
            wallet.approveWith(insurance.hashQuote(quote), signature);
            vm.prank(holder);
            insurance.purchase{value: quote.premium}(quote, signature);
            assertEq(uint8(_statusOf(insurance.hashQuote(quote))), uint8(Status.Active));
        }
    }

    function test_RevertWhen_TheSignerIsAContractThatGetsOtherBytes() public {
        uint256[5] memory lengths = [uint256(0), 3, 64, 65, 130];
        Quote memory quote = _quote(NATIVE);
        Wallet wallet = new Wallet();
        _rotate(address(wallet));
        for (uint256 i = 0; i < 5; ++i) {
            wallet.approveWith(insurance.hashQuote(quote), bytes.concat(_bytes(lengths[i]), hex"01"));
            _expectInvalid(quote, _bytes(lengths[i]));
        }
    }

    function test_RevertWhen_TheSignerIsAContractWithoutEIP1271() public {
        _rotate(address(usdc));
        Quote memory quote = _quote(NATIVE);
        _expectInvalid(quote, _sign(quote));
    }

    function test_RevertWhen_TheSignerIsAContractThatDoesNotApprove() public {
        Quote memory quote = _quote(NATIVE);
        _rotate(address(new Wallet()));
        _expectInvalid(quote, _sign(quote));
    }

    function test_RevertWhen_TheSignatureIsForAnotherChain() public {
        Quote memory quote = _quote(NATIVE);
        uint256 home = block.chainid;
        vm.chainId(home + 1);
        bytes memory signature = _sign(quote);
        vm.chainId(home);
        _expectInvalid(quote, signature);
    }

    function test_RevertWhen_TheChainHasForkedAway() public {
        Quote memory quote = _quote(NATIVE);
        bytes memory signature = _sign(quote);
        vm.chainId(block.chainid + 1);
        _expectInvalid(quote, signature);
    }

    function test_WhenTheQuoteIsSignedForTheFork() public {
        vm.chainId(block.chainid + 1);
        _expectRecorded(_quote(NATIVE));
    }

    function test_RevertWhen_TheSignatureIsForAnotherDeployment() public {
        Quote memory quote = _quote(NATIVE);
        IInsurancePayment other = _deploy(_roles(), _delays(), _currencies());
        assertNotEq(other.hashQuote(quote), insurance.hashQuote(quote));
        _expectInvalid(quote, _sign(signerKey, other.hashQuote(quote)));
    }
}
