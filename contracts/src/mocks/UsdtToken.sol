// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A token shaped like USDT, for local chains and tests
/// @notice 6 decimals, no authorizations. Transfers and approvals return nothing, an approval has to start from zero, there is a
/// deny-list, and the owner can switch on a fee on transfers. The owner mints.
/// @dev Its storage is that of TetherToken, as far as transfers touch it: `paused` shares a slot with the owner, and rate
/// and cap of the fee, and whether the token is deprecated, are read at every transfer. Only a sender is looked up in the
/// original's deny-list; here a receiver is too, because a token that refuses it is what payouts have to survive.
contract UsdtToken {
    string public constant name = "Tether USD";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;

    // slot 0
    address public owner;
    bool public paused;
    uint256 public totalSupply;
    mapping(address account => uint256 balance) private _balances;
    /// Taken from each transfer, in hundredths of a percent.
    uint256 public feeBasisPoints;
    uint256 public maximumFee;
    mapping(address account => mapping(address spender => uint256 value)) public allowance;
    mapping(address account => bool denied) public isDenied;
    address public upgradedAddress;
    bool public deprecated;

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

    /// The original passes every call on to its successor, which no test here needs.
    modifier whenNotDeprecated() {
        require(!deprecated, "deprecated");
        _;
    }

    constructor(address owner_) {
        owner = owner_;
    }

    function mint(address to, uint256 value) external onlyOwner {
        totalSupply += value;
        _balances[to] += value;
        emit Transfer(address(0), to, value);
    }

    function setDenied(address account, bool denied) external onlyOwner {
        isDenied[account] = denied;
    }

    function setFee(uint256 basisPoints) external onlyOwner {
        feeBasisPoints = basisPoints;
        maximumFee = type(uint256).max;
    }

    function transfer(address to, uint256 value) external whenNotPaused {
        require(!isDenied[msg.sender], "account is denied");
        _transfer(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external whenNotPaused {
        require(!isDenied[from], "account is denied");
        uint256 allowed = allowance[from][msg.sender];
        require(value <= allowed, "allowance is too low");
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        _transfer(from, to, value);
    }

    function approve(address spender, uint256 value) external whenNotDeprecated {
        require(value == 0 || allowance[msg.sender][spender] == 0, "approve from a value other than zero");
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function balanceOf(address account) external view whenNotDeprecated returns (uint256) {
        return _balances[account];
    }

    function _transfer(address from, address to, uint256 value) private whenNotDeprecated {
        require(!isDenied[to], "account is denied");
        require(value <= _balances[from], "balance is too low");
        uint256 fee = value * feeBasisPoints / 10_000;
        if (fee > maximumFee) fee = maximumFee;
        _balances[from] -= value;
        _balances[to] += value - fee;
        emit Transfer(from, to, value - fee);
        if (fee > 0) {
            _balances[owner] += fee;
            emit Transfer(from, owner, fee);
        }
    }
}
