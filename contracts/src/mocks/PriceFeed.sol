// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title A price feed with Chainlink's AggregatorV3 interface, for local chains and tests
/// @notice The price of one whole unit in US dollars, with 8 decimals. Its time is that of the block that asks, so that
/// it never goes stale until the owner sets a time.
contract PriceFeed {
    uint8 public constant decimals = 8;
    uint256 public constant version = 4;

    address public immutable owner;
    string public description;

    uint80 private _roundId;
    int256 private _answer;
    /// Zero: the block's own time.
    uint256 private _updatedAt;

    event AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt);

    constructor(address owner_, string memory description_, int256 answer) {
        owner = owner_;
        description = description_;
        _update(answer, 0);
    }

    /// @param updatedAt Seconds since 1970-01-01 UTC, or zero for the time of each block that asks
    function update(int256 answer, uint256 updatedAt) external {
        require(msg.sender == owner, "caller is not the owner");
        _update(answer, updatedAt);
    }

    /// @return roundId The round of the answer
    /// @return answer US dollars per whole unit, 8 decimals
    /// @return startedAt When the round began
    /// @return updatedAt When the answer was given
    /// @return answeredInRound The round of the answer again
    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        updatedAt = _updatedAt == 0 ? block.timestamp : _updatedAt;
        return (_roundId, _answer, updatedAt, updatedAt, _roundId);
    }

    function _update(int256 answer, uint256 updatedAt) private {
        ++_roundId;
        _answer = answer;
        _updatedAt = updatedAt;
        emit AnswerUpdated(answer, _roundId, updatedAt);
    }
}
