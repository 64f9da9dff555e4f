// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IGovernance} from "../../src/IGovernance.sol";
import {IInsurancePayment} from "../../src/IInsurancePayment.sol";
import {PowersBase} from "./PowersBase.sol";

/// Every function × every role and a stranger × announced or not.
contract PowersTest is PowersBase {
    function test_WhenARoleMakesACallThatTheTableGivesIt() public {
        uint256 made;
        for (uint256 i = 0; i < rows.length; ++i) {
            for (uint256 column = 0; column < 8; ++column) {
                bytes1 power = bytes(rows[i].powers)[column];
                if (power == ".") continue;
                uint256 snapshot = _arrange(i, power == "a");
                (bool success, bytes memory returned) = _call(i, column);
                assertTrue(success, _what(i, column, vm.toString(returned)));
                vm.revertToState(snapshot);
                ++made;
            }
        }
        assertEq(made, 43, "calls that the table gives");
    }

    function test_RevertWhen_ACallerMakesACallThatTheTableDoesNotGiveIt() public {
        for (uint256 i = 0; i < rows.length; ++i) {
            for (uint256 column = 0; column < 8; ++column) {
                if (bytes(rows[i].powers)[column] != ".") continue;
                bytes memory expected =
                    abi.encodeWithSelector(IGovernance.Unauthorized.selector, _caller(column), bytes4(rows[i].data));
                for (uint256 announced = 0; announced < (_isAnnounced(i) ? 2 : 1); ++announced) {
                    uint256 snapshot = _arrange(i, announced == 1);
                    (bool success, bytes memory returned) = _call(i, column);
                    assertFalse(success, _what(i, column, "goes through"));
                    assertEq(returned, expected, _what(i, column, "is refused for another reason"));
                    vm.revertToState(snapshot);
                }
            }
        }
    }

    function test_RevertWhen_TheRoleThatMayDidNotAnnounceIt() public {
        for (uint256 i = 0; i < rows.length; ++i) {
            if (!_isAnnounced(i)) continue;
            for (uint256 column = 0; column < 8; ++column) {
                if (bytes(rows[i].powers)[column] == ".") continue;
                (bool success, bytes memory returned) = _call(i, column);
                assertFalse(success, _what(i, column, "goes through unannounced"));
                bytes32 callHash = keccak256(_announcedPart(rows[i].data));
                assertEq(returned, abi.encodeWithSelector(IGovernance.NotAnnounced.selector, callHash));
            }
        }
    }

    function test_RevertWhen_AnyoneAnnouncesWhatNeedsNoAnnouncement() public {
        for (uint256 i = 0; i < rows.length; ++i) {
            if (_isAnnounced(i)) continue;
            for (uint256 column = 0; column < 8; ++column) {
                vm.expectRevert(abi.encodeWithSelector(IGovernance.NotAnnounceable.selector, bytes4(rows[i].data)));
                _announce(_caller(column), rows[i].data);
            }
        }
    }

    function test_RevertWhen_ACallerAnnouncesWhatTheTableDoesNotGiveIt() public {
        for (uint256 i = 0; i < rows.length; ++i) {
            if (!_isAnnounced(i)) continue;
            for (uint256 column = 0; column < 8; ++column) {
                if (bytes(rows[i].powers)[column] != ".") continue;
                _expectUnauthorized(_caller(column), bytes4(rows[i].data));
                _announce(_caller(column), _announcedPart(rows[i].data));
            }
        }
    }

    function test_WhenPowerOfIsAskedForEveryFunction() public view {
        for (uint256 i = 0; i < rows.length; ++i) {
            uint8 expected;
            // Two rows of one function differ only where an objection narrows it.
            for (uint256 j = 0; j < rows.length; ++j) {
                if (bytes4(rows[j].data) != bytes4(rows[i].data)) continue;
                for (uint256 column = 0; column < 7; ++column) {
                    if (bytes(rows[j].powers)[column] != ".") expected |= uint8(1 << column);
                }
            }
            (uint8 roles, bool announced) = insurance.powerOf(bytes4(rows[i].data));
            assertEq(roles, expected, rows[i].name);
            assertEq(announced, _isAnnounced(i), rows[i].name);
        }
        for (uint256 i = 0; i < openCalls.length; ++i) {
            (uint8 roles, bool announced) = insurance.powerOf(bytes4(openCalls[i]));
            assertEq(roles, 0, open[i]);
            assertFalse(announced, open[i]);
        }
    }

    function test_WhenPowerOfNamesAFunctionTheTableHasIt() public view {
        string memory source = vm.readFile("contracts/src/Powers.sol");
        string memory body = vm.split(vm.split(source, "function rowOf(")[1], "\n    }\n")[0];
        string[] memory parts = vm.split(body, ".selector");
        for (uint256 i = 0; i + 1 < parts.length; ++i) {
            string[] memory words = vm.split(parts[i], ".");
            string memory name = words[words.length - 1];
            assertTrue(_isRow(name), string.concat(name, " is in rowOf and not in the table"));
        }
        assertEq(parts.length - 1, 21, "functions in the table");
    }

    function test_WhenASourceHasAFunctionItIsInTheTableOrOpen() public view {
        string[9] memory files = [
            "IGovernance",
            "IPool",
            "IInsurancePayment",
            "Governance",
            "Pool",
            "Registry",
            "HolderChanges",
            "InsurancePayment",
            "PolicySlot"
        ];
        uint256 found;
        for (uint256 i = 0; i < files.length; ++i) {
            string[] memory parts =
                vm.split(vm.readFile(string.concat("contracts/src/", files[i], ".sol")), "\n    function ");
            for (uint256 j = 1; j < parts.length; ++j) {
                string memory header = vm.split(vm.split(parts[j], "{")[0], ";")[0];
                if (!_has(header, " external") && !_has(header, " public")) continue;
                string memory name = vm.split(header, "(")[0];
                assertTrue(_isRow(name) || _isOpen(name), string.concat(name, " is neither in the table nor open"));
                if (i < 3) ++found;
            }
        }
        // Everything in the ABI but `eip712Domain`, which Solady's EIP712 brings.
        assertEq(found, 48, "functions in the interfaces");
    }

    function test_WhenTheDocsHaveTheTableTheyAgree() public view {
        string memory readme = vm.readFile("contracts/README.md");
        string memory table = vm.split(vm.split(readme, "| function | who | when |")[1], "\n\n")[0];
        string[] memory lines = vm.split(table, "\n| `");
        uint256 compared;
        for (uint256 i = 1; i < lines.length; ++i) {
            string[] memory cells = vm.split(lines[i], " | ");
            // Every other piece between backticks is a name.
            string[] memory names = vm.split(cells[0], "`");
            for (uint256 j = 0; j < names.length; j += 2) {
                if (_isOpen(names[j])) continue;
                assertTrue(_isRow(names[j]), string.concat(names[j], " is in the docs and not in the table"));
                _assertDocumented(names[j], cells[1], cells[2]);
                ++compared;
            }
        }
        // All 21, and `grantRole` in three lines.
        assertEq(compared, 23, "functions in the docs");
    }

    function test_WhenARoleCallsAnOpenFunction() public {
        for (uint256 i = 0; i < openCalls.length; ++i) {
            (bool passes, bytes memory answer) = _callAs(stranger, openCalls[i]);
            for (uint256 column = 0; column < 7; ++column) {
                (bool success, bytes memory returned) = _callAs(_caller(column), openCalls[i]);
                assertEq(success, passes, open[i]);
                assertEq(bytes4(returned), bytes4(answer), open[i]);
            }
        }
    }

    // ─── Helpers ─────────────────────────────────────────────────────────────────────────────────────────────────────

    /// Sees to what a row needs; with its announcement by the role that may make it.
    function _arrange(uint256 i, bool announced) private returns (uint256 snapshot) {
        snapshot = vm.snapshotState();
        if (rows[i].beforeBy != address(0)) _execute(rows[i].beforeBy, rows[i].before);
        if (!announced) return snapshot;
        vm.warp(time - 7 days);
        for (uint256 column = 0; column < 8; ++column) {
            if (bytes(rows[i].powers)[column] == "a") _announce(_caller(column), _announcedPart(rows[i].data));
        }
        vm.warp(time);
    }

    function _call(uint256 i, uint256 column) private returns (bool success, bytes memory returned) {
        return _callAs(_caller(column), rows[i].data);
    }

    function _callAs(address caller, bytes memory data) private returns (bool success, bytes memory returned) {
        vm.prank(caller);
        return address(insurance).call(data);
    }

    /// All of a call but a payout's amount and validity.
    function _announcedPart(bytes memory data) private pure returns (bytes memory part) {
        if (bytes4(data) != IInsurancePayment.payAnnounced.selector) return data;
        part = new bytes(164);
        for (uint256 i = 0; i < 164; ++i) {
            part[i] = data[i];
        }
    }

    function _isAnnounced(uint256 i) private view returns (bool) {
        return _has(rows[i].powers, "a");
    }

    /// @param who The cell that names the roles
    /// @param when The cell that says whether it is announced
    function _assertDocumented(string memory name, string memory who, string memory when) private view {
        string[7] memory names = ["administrator", "guardian", "claims", "underwriter", "treasurer", "pauser", "signer"];
        for (uint256 i = 0; i < rows.length; ++i) {
            if (keccak256(bytes(rows[i].name)) != keccak256(bytes(name))) continue;
            (uint8 roles, bool announced) = insurance.powerOf(bytes4(rows[i].data));
            for (uint256 column = 0; column < 7; ++column) {
                assertEq(_has(who, names[column]), roles & (1 << column) != 0, string.concat(name, ": ", who));
            }
            assertEq(vm.indexOf(when, "announced") == 0, announced, string.concat(name, ": ", when));
        }
    }

    function _has(string memory text, string memory part) private pure returns (bool) {
        return vm.indexOf(text, part) != type(uint256).max;
    }

    function _isRow(string memory name) private view returns (bool) {
        for (uint256 i = 0; i < rows.length; ++i) {
            if (keccak256(bytes(rows[i].name)) == keccak256(bytes(name))) return true;
        }
        return false;
    }

    function _isOpen(string memory name) private view returns (bool) {
        for (uint256 i = 0; i < open.length; ++i) {
            if (keccak256(bytes(open[i])) == keccak256(bytes(name))) return true;
        }
        // Open to the guardian and to the role of the call that it names: VetoTest has who that is.
        return keccak256(bytes(name)) == keccak256("veto");
    }

    function _what(uint256 i, uint256 column, string memory outcome) private view returns (string memory) {
        return string.concat(rows[i].name, " by ", vm.getLabel(_caller(column)), " ", outcome);
    }
}
