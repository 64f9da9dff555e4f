// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Role} from "../../src/IGovernance.sol";
import {Quote} from "../../src/IInsurancePayment.sol";
import {BaseTest} from "../BaseTest.sol";
import {OddToken} from "../mocks/OddToken.sol";

/// The table of powers, the same as in contracts/README.md, and a world in which each of its calls goes through.
abstract contract PowersBase is BaseTest {
    struct Row {
        string name;
        /// A letter per role in the order of `Role`, then one for anyone: x at once, a announced, . not at all.
        string powers;
        bytes data;
        /// What has to be so for the call to go through, and would stop others.
        address beforeBy;
        bytes before;
    }

    Row[] internal rows;
    /// Open to anyone, or to the one whom the state names: a holder, who may make a call.
    string[] internal open;
    bytes[] internal openCalls;
    /// Two days after the policies are in force.
    uint256 internal time = (TODAY + 4) * 1 days;

    function setUp() public virtual override {
        super.setUp();
        _moneyRows();
        _roleRows();
        _currencyRows();
        _holderRows();
        _openFunctions();
        vm.warp(time);
    }

    // ─── The table ───────────────────────────────────────────────────────────────────────────────────────────────────
    // Columns: administrator, guardian, claims, underwriter, treasurer, pauser, signer, anyone.

    function _moneyRows() private {
        (bytes32 claimed,) = _buyInForce(NATIVE);
        (bytes32 announced,) = _buyInForce(NATIVE);
        (bytes32 refunded, Quote memory toRefund) = _buyInForce(NATIVE);
        (, Quote memory toReject) = _buyInForce(NATIVE);
        uint256 incidentAt = block.timestamp;
        vm.prank(holder);
        insurance.consentToCancellation(refunded, 1, time);
        _row("payClaim", "..x.....", abi.encodeCall(insurance.payClaim, (claimed, 1, incidentAt, 1, 5e14, FOREVER)));
        bytes memory payout = _payout(announced, 1, incidentAt, 1);
        _row("payAnnounced", "..a.....", bytes.concat(payout, abi.encode(5e14, FOREVER)));
        _row("refund", "...x....", abi.encodeCall(insurance.refund, (toRefund, 1, time, "")));
        _row("reject", "...x....", abi.encodeCall(insurance.reject, (toReject, FOREVER)));
        _row("withdraw", "....a...", abi.encodeCall(insurance.withdraw, (NATIVE, stranger, 1)));
    }

    function _roleRows() private {
        address next = makeAddr("next holder of a role");
        _row("grantRole", "a.......", abi.encodeCall(insurance.grantRole, (Role.Guardian, next)));
        _row("grantRole", "a.......", abi.encodeCall(insurance.grantRole, (Role.Claims, next)));
        _row("grantRole", "a.......", abi.encodeCall(insurance.grantRole, (Role.Underwriter, next)));
        _row("grantRole", "a.......", abi.encodeCall(insurance.grantRole, (Role.Treasurer, next)));
        _row("grantPauser", "x.......", abi.encodeCall(insurance.grantPauser, (next)));
        _row("replaceSigner", "...x....", abi.encodeCall(insurance.replaceSigner, (next)));
        for (uint8 role = 2; role < 7; ++role) {
            _row("revokeRole", "xx......", abi.encodeCall(insurance.revokeRole, (Role(role))));
        }
        _row("vetoAll", ".x......", abi.encodeCall(insurance.vetoAll, ()));
        _row("pause", ".x...x..", abi.encodeCall(insurance.pause, ()));
        _row("unpause", "x.......", abi.encodeCall(insurance.unpause, ()));
        _row("haltPayouts", ".x...x..", abi.encodeCall(insurance.haltPayouts, ()));
        _row("liftHalt", ".x......", abi.encodeCall(insurance.liftHalt, ()));
        rows[rows.length - 1].beforeBy = pauser;
        rows[rows.length - 1].before = abi.encodeCall(insurance.haltPayouts, ());
    }

    function _currencyRows() private {
        address odd = address(new OddToken());
        _row("addCurrency", "a.......", abi.encodeCall(insurance.addCurrency, (_config(odd, 1, 2, 0))));
        _row("closeCurrency", "xx......", abi.encodeCall(insurance.closeCurrency, (NATIVE)));
        _row("loosenLimits", "a.......", abi.encodeCall(insurance.loosenLimits, (_withBounds(NATIVE, 1, 1 ether))));
        _row("tightenLimits", "xx......", abi.encodeCall(insurance.tightenLimits, (_withBounds(NATIVE, 5e14, 5e14))));
    }

    /// Two rows for what depends on an objection; `powerOf` has the wider one.
    function _holderRows() private {
        (bytes32 policy,) = _buyInForce(NATIVE);
        (bytes32 changing,) = _buyInForce(NATIVE);
        (bytes32 contested,) = _buyInForce(NATIVE);
        address next = makeAddr("next holder of a policy");
        vm.startPrank(underwriter);
        insurance.proposeHolderChange(changing, next);
        insurance.proposeHolderChange(contested, next);
        vm.stopPrank();
        vm.prank(holder);
        insurance.contestHolderChange(contested);
        _row("proposeHolderChange", "...x....", abi.encodeCall(insurance.proposeHolderChange, (policy, next)));
        _row("confirmHolderChange", "x.......", abi.encodeCall(insurance.confirmHolderChange, (changing, next)));
        _row("confirmHolderChange", "xx......", abi.encodeCall(insurance.confirmHolderChange, (contested, next)));
        _row("stopHolderChange", "xx.x....", abi.encodeCall(insurance.stopHolderChange, (changing)));
        _row("stopHolderChange", "xx......", abi.encodeCall(insurance.stopHolderChange, (contested)));
    }

    function _openFunctions() private {
        Quote memory quote = _quote(NATIVE);
        bytes memory signature = _sign(quote);
        (bytes32 policy,) = _buyInForce(NATIVE);
        _open("fund", abi.encodeCall(insurance.fund, (address(usdc), 1)));
        _open("purchase", abi.encodeCall(insurance.purchase, (quote, signature)));
        _open("purchaseWithAuthorization", abi.encodeCall(insurance.purchaseWithAuthorization, (quote, signature, "")));
        _open("pull", abi.encodeCall(insurance.pull, (policy, holder)));
        _open("consentToCancellation", abi.encodeCall(insurance.consentToCancellation, (policy, 1, FOREVER)));
        _open("revokeConsent", abi.encodeCall(insurance.revokeConsent, (policy, FOREVER)));
        _open("contestHolderChange", abi.encodeCall(insurance.contestHolderChange, (policy)));
        _open("completeHolderChange", abi.encodeCall(insurance.completeHolderChange, (policy)));
        _open("recovery", abi.encodeCall(insurance.recovery, ()));
        _open("announce", abi.encodeCall(insurance.announce, ("")));
        _open("hashQuote", abi.encodeCall(insurance.hashQuote, (quote)));
        _open("hashCancellation", abi.encodeCall(insurance.hashCancellation, (holder, policy, 1, 1)));
        _open("policyOf", abi.encodeCall(insurance.policyOf, (policy)));
        _open("isInForce", abi.encodeCall(insurance.isInForce, (policy, 1)));
        _open("holderChangeOf", abi.encodeCall(insurance.holderChangeOf, (policy)));
        _open("consentOf", abi.encodeCall(insurance.consentOf, (policy)));
        _open("owed", abi.encodeCall(insurance.owed, (policy)));
        _open("currencies", abi.encodeCall(insurance.currencies, ()));
        _open("freeCapital", abi.encodeCall(insurance.freeCapital, (NATIVE)));
        _open("powerOf", abi.encodeCall(insurance.powerOf, (bytes4(0))));
        _open("roleHolder", abi.encodeCall(insurance.roleHolder, (Role.Claims)));
        _open("delays", abi.encodeCall(insurance.delays, ()));
        _open("announcementOf", abi.encodeCall(insurance.announcementOf, (0)));
        _open("paused", abi.encodeCall(insurance.paused, ()));
        _open("haltedUntil", abi.encodeCall(insurance.haltedUntil, ()));
        _open("haltableFrom", abi.encodeCall(insurance.haltableFrom, (Role.Pauser)));
    }

    function _row(string memory name, string memory powers, bytes memory data) private {
        rows.push(Row({name: name, powers: powers, data: data, beforeBy: address(0), before: ""}));
    }

    function _open(string memory name, bytes memory data) private {
        open.push(name);
        openCalls.push(data);
    }

    /// The holder of a column of the table.
    function _caller(uint256 column) internal view returns (address) {
        return [administrator, guardian, claims, underwriter, treasurer, pauser, signer, stranger][column];
    }
}
