// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A token shaped like USDT, for local chains and tests
/// @notice 6 decimals, no permit. Transfers and approvals return nothing, an approval has to start from zero, there is a
/// deny-list and a pause, and the owner can switch on a fee on transfers. The owner mints.
contract UsdtToken {
    string public constant name = "Tether USD";
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;

    address public immutable owner;
    bool public paused;
    /// Taken from each transfer, in hundredths of a percent.
    uint256 public feeBasisPoints;
    uint256 public totalSupply;
    mapping(address account => uint256 balance) public balanceOf;
    mapping(address account => mapping(address spender => uint256 value)) public allowance;
    mapping(address account => bool denied) public isDenied;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed account, address indexed spender, uint256 value);

    modifier onlyOwner() {
        require(msg.sender == owner, "caller is not the owner");
        _;
    }

    constructor(address owner_) {
        owner = owner_;
    }

    function mint(address to, uint256 value) external onlyOwner {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function setPaused(bool paused_) external onlyOwner {
        paused = paused_;
    }

    function setDenied(address account, bool denied) external onlyOwner {
        isDenied[account] = denied;
    }

    function setFee(uint256 basisPoints) external onlyOwner {
        feeBasisPoints = basisPoints;
    }

    function transfer(address to, uint256 value) external {
        _transfer(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        uint256 allowed = allowance[from][msg.sender];
        require(value <= allowed, "allowance is too low");
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        _transfer(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        require(value == 0 || allowance[msg.sender][spender] == 0, "approve from a value other than zero");
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function _transfer(address from, address to, uint256 value) private {
        require(!paused, "paused");
        require(!isDenied[from], "account is denied");
        require(!isDenied[to], "account is denied");
        require(value <= balanceOf[from], "balance is too low");
        uint256 fee = value * feeBasisPoints / 10_000;
        balanceOf[from] -= value;
        balanceOf[to] += value - fee;
        emit Transfer(from, to, value - fee);
        if (fee > 0) {
            balanceOf[owner] += fee;
            emit Transfer(from, owner, fee);
        }
    }
}
