// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC3009} from "../IERC3009.sol";
import {UsdcSignatures} from "./UsdcSignatures.sol";

/// @title A token shaped like USDC, for local chains and tests
/// @notice 6 decimals, EIP-3009 authorizations, with a deny-list, deployed behind `UsdcProxy`. The owner mints.
/// @dev Its storage is that of FiatTokenV2_2, as far as transfers and authorizations touch it: `paused` shares a slot with
/// the pauser, an account's deny-list flag is the top bit of its balance's slot, the domain separator hashes the stored
/// name at every authorization, and another contract checks its signature. An allowance is always reduced, also an
/// unlimited one. The original's permit and its authorizations in three parts are left out: nothing here calls them.
contract UsdcToken is IERC3009 {
    // forgefmt: disable-next-item
    bytes32 public constant TRANSFER_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    // forgefmt: disable-next-item
    bytes32 public constant RECEIVE_WITH_AUTHORIZATION_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );
    bytes32 public constant CANCEL_AUTHORIZATION_TYPEHASH =
        keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    uint256 private constant DENIED = 1 << 255;
    UsdcSignatures private immutable SIGNATURES = new UsdcSignatures();

    string public constant symbol = "USDC";
    string public constant version = "2";
    uint8 public constant decimals = 6;

    // slot 0
    address public owner;
    // slot 1
    address private _pauser;
    bool public paused;
    string public name;
    mapping(address account => uint256 balanceAndFlag) private _balances;
    mapping(address account => mapping(address spender => uint256 value)) public allowance;
    uint256 public totalSupply;
    mapping(address authorizer => mapping(bytes32 nonce => bool used)) public authorizationState;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed account, address indexed spender, uint256 value);
    event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
    event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

    modifier onlyOwner() {
        require(msg.sender == owner, "caller is not the owner");
        _;
    }

    modifier whenNotPaused() {
        require(!paused, "paused");
        _;
    }

    modifier notDenied(address account) {
        require(!isDenied(account), "account is denied");
        _;
    }

    function initialize(address owner_) external {
        require(owner == address(0), "already initialized");
        owner = owner_;
        _pauser = owner_;
        name = "USD Coin";
    }

    function mint(address to, uint256 value) external onlyOwner {
        totalSupply += value;
        _balances[to] += value;
        emit Transfer(address(0), to, value);
    }

    function setDenied(address account, bool denied) external onlyOwner {
        uint256 balance = balanceOf(account);
        _balances[account] = denied ? balance | DENIED : balance;
    }

    function transfer(address to, uint256 value)
        external
        whenNotPaused
        notDenied(msg.sender)
        notDenied(to)
        returns (bool)
    {
        _transfer(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value)
        external
        whenNotPaused
        notDenied(msg.sender)
        notDenied(from)
        notDenied(to)
        returns (bool)
    {
        require(value <= allowance[from][msg.sender], "transfer amount exceeds allowance");
        _transfer(from, to, value);
        allowance[from][msg.sender] -= value;
        return true;
    }

    function approve(address spender, uint256 value) external whenNotPaused returns (bool) {
        _approve(msg.sender, spender, value);
        return true;
    }

    function transferWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external whenNotPaused notDenied(from) notDenied(to) {
        _requireValidAuthorization(from, nonce, validAfter, validBefore);
        bytes32 typehash = TRANSFER_WITH_AUTHORIZATION_TYPEHASH;
        _requireSigned(
            from, keccak256(abi.encode(typehash, from, to, value, validAfter, validBefore, nonce)), signature
        );
        _use(from, nonce);
        _transfer(from, to, value);
    }

    function receiveWithAuthorization(
        address from,
        address to,
        uint256 value,
        uint256 validAfter,
        uint256 validBefore,
        bytes32 nonce,
        bytes calldata signature
    ) external whenNotPaused notDenied(from) notDenied(to) {
        require(to == msg.sender, "caller must be the payee");
        _requireValidAuthorization(from, nonce, validAfter, validBefore);
        bytes32 typehash = RECEIVE_WITH_AUTHORIZATION_TYPEHASH;
        _requireSigned(
            from, keccak256(abi.encode(typehash, from, to, value, validAfter, validBefore, nonce)), signature
        );
        _use(from, nonce);
        _transfer(from, to, value);
    }

    function cancelAuthorization(address authorizer, bytes32 nonce, bytes calldata signature) external whenNotPaused {
        require(!authorizationState[authorizer][nonce], "authorization is used or canceled");
        _requireSigned(authorizer, keccak256(abi.encode(CANCEL_AUTHORIZATION_TYPEHASH, authorizer, nonce)), signature);
        authorizationState[authorizer][nonce] = true;
        emit AuthorizationCanceled(authorizer, nonce);
    }

    function balanceOf(address account) public view returns (uint256) {
        return _balances[account] & ~DENIED;
    }

    function isDenied(address account) public view returns (bool) {
        return _balances[account] & DENIED != 0;
    }

    // solhint-disable-next-line func-name-mixedcase
    function DOMAIN_SEPARATOR() public view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN_TYPEHASH, keccak256(bytes(name)), keccak256(bytes(version)), block.chainid, address(this))
        );
    }

    function _requireValidAuthorization(address from, bytes32 nonce, uint256 validAfter, uint256 validBefore)
        private
        view
    {
        require(block.timestamp > validAfter, "authorization is not yet valid");
        require(block.timestamp < validBefore, "authorization is expired");
        require(!authorizationState[from][nonce], "authorization is used or canceled");
    }

    function _requireSigned(address account, bytes32 message, bytes calldata signature) private view {
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), message));
        require(SIGNATURES.isValidSignatureNow(account, digest, signature), "invalid signature");
    }

    function _use(address authorizer, bytes32 nonce) private {
        authorizationState[authorizer][nonce] = true;
        emit AuthorizationUsed(authorizer, nonce);
    }

    function _approve(address account, address spender, uint256 value) private {
        require(account != address(0), "approve from the zero address");
        require(spender != address(0), "approve to the zero address");
        allowance[account][spender] = value;
        emit Approval(account, spender, value);
    }

    function _transfer(address from, address to, uint256 value) private {
        require(from != address(0), "transfer from the zero address");
        require(to != address(0), "transfer to the zero address");
        require(value <= balanceOf(from), "transfer amount exceeds balance");
        _setBalance(from, balanceOf(from) - value);
        _setBalance(to, balanceOf(to) + value);
        emit Transfer(from, to, value);
    }

    function _setBalance(address account, uint256 balance) private {
        require(balance < DENIED, "balance exceeds (2^255 - 1)");
        require(!isDenied(account), "account is denied");
        _balances[account] = balance;
    }
}
