// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A token shaped like USDC, for local chains and tests
/// @notice 6 decimals, ERC-2612 permit, pausable, with a deny-list, deployed behind an ERC-1967 proxy. The owner mints.
/// @dev Like the original since v2.2, an account's deny-list flag is the top bit of its balance's slot.
contract UsdcToken {
    bytes32 public constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    uint256 private constant DENIED = 1 << 255;

    string public constant name = "USD Coin";
    string public constant symbol = "USDC";
    string public constant version = "2";
    uint8 public constant decimals = 6;

    address public owner;
    bool public paused;
    uint256 public totalSupply;
    mapping(address account => uint256 balanceAndFlag) private _balances;
    mapping(address account => mapping(address spender => uint256 value)) public allowance;
    mapping(address account => uint256 nonce) public nonces;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed account, address indexed spender, uint256 value);

    modifier onlyOwner() {
        require(msg.sender == owner, "caller is not the owner");
        _;
    }

    modifier whenNotPaused() {
        require(!paused, "paused");
        _;
    }

    function initialize(address owner_) external {
        require(owner == address(0), "already initialized");
        owner = owner_;
    }

    function mint(address to, uint256 value) external onlyOwner {
        totalSupply += value;
        _balances[to] += value;
        emit Transfer(address(0), to, value);
    }

    function setPaused(bool paused_) external onlyOwner {
        paused = paused_;
    }

    function setDenied(address account, bool denied) external onlyOwner {
        uint256 balance = balanceOf(account);
        _balances[account] = denied ? balance | DENIED : balance;
    }

    function transfer(address to, uint256 value) external whenNotPaused returns (bool) {
        _transfer(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external whenNotPaused returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        require(value <= allowed, "transfer amount exceeds allowance");
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        _transfer(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external whenNotPaused returns (bool) {
        _approve(msg.sender, spender, value);
        return true;
    }

    function permit(address account, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
        whenNotPaused
    {
        require(block.timestamp <= deadline, "permit is expired");
        bytes32 message = keccak256(abi.encode(PERMIT_TYPEHASH, account, spender, value, nonces[account]++, deadline));
        address signer = ecrecover(keccak256(abi.encodePacked(hex"1901", DOMAIN_SEPARATOR(), message)), v, r, s);
        require(signer != address(0) && signer == account, "invalid signature");
        _approve(account, spender, value);
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

    function _approve(address account, address spender, uint256 value) private {
        allowance[account][spender] = value;
        emit Approval(account, spender, value);
    }

    function _transfer(address from, address to, uint256 value) private {
        require(to != address(0), "transfer to the zero address");
        require(!isDenied(msg.sender) && !isDenied(from) && !isDenied(to), "account is denied");
        uint256 balance = _balances[from];
        require(value <= balance, "transfer amount exceeds balance");
        _balances[from] = balance - value;
        _balances[to] += value;
        emit Transfer(from, to, value);
    }
}
