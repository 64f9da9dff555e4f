// Generated from contracts/src/InsurancePayment.sol by scripts/contracts/abi.mjs: change the contract, not this file.
export const insurancePaymentAbi = [
  {
    "type": "constructor",
    "inputs": [
      {
        "name": "holders",
        "type": "tuple",
        "components": [
          {
            "name": "admin",
            "type": "address"
          },
          {
            "name": "signer",
            "type": "address"
          },
          {
            "name": "claims",
            "type": "address"
          },
          {
            "name": "underwriter",
            "type": "address"
          },
          {
            "name": "treasurer",
            "type": "address"
          },
          {
            "name": "pauser",
            "type": "address"
          }
        ]
      },
      {
        "name": "currencies_",
        "type": "tuple[]",
        "components": [
          {
            "name": "token",
            "type": "address"
          },
          {
            "name": "minPerDollar",
            "type": "uint96"
          },
          {
            "name": "maxPerDollar",
            "type": "uint96"
          },
          {
            "name": "minimumReserve",
            "type": "uint128"
          }
        ]
      }
    ],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "acceptAdmin",
    "inputs": [],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "addCurrency",
    "inputs": [
      {
        "name": "config",
        "type": "tuple",
        "components": [
          {
            "name": "token",
            "type": "address"
          },
          {
            "name": "minPerDollar",
            "type": "uint96"
          },
          {
            "name": "maxPerDollar",
            "type": "uint96"
          },
          {
            "name": "minimumReserve",
            "type": "uint128"
          }
        ]
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "admin",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "completeHolderChange",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "confirmHolderChange",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      },
      {
        "name": "newHolder",
        "type": "address"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "currencies",
    "inputs": [],
    "outputs": [
      {
        "name": "list",
        "type": "tuple[]",
        "components": [
          {
            "name": "token",
            "type": "address"
          },
          {
            "name": "minPerDollar",
            "type": "uint96"
          },
          {
            "name": "maxPerDollar",
            "type": "uint96"
          },
          {
            "name": "owed",
            "type": "uint128"
          },
          {
            "name": "accepted",
            "type": "bool"
          }
        ]
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "eip712Domain",
    "inputs": [],
    "outputs": [
      {
        "name": "fields",
        "type": "bytes1"
      },
      {
        "name": "name",
        "type": "string"
      },
      {
        "name": "version",
        "type": "string"
      },
      {
        "name": "chainId",
        "type": "uint256"
      },
      {
        "name": "verifyingContract",
        "type": "address"
      },
      {
        "name": "salt",
        "type": "bytes32"
      },
      {
        "name": "extensions",
        "type": "uint256[]"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "freeCapital",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      }
    ],
    "outputs": [
      {
        "name": "amount",
        "type": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "fund",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      },
      {
        "name": "amount",
        "type": "uint256"
      }
    ],
    "outputs": [],
    "stateMutability": "payable"
  },
  {
    "type": "function",
    "name": "hashQuote",
    "inputs": [
      {
        "name": "quote",
        "type": "tuple",
        "components": [
          {
            "name": "holder",
            "type": "address"
          },
          {
            "name": "token",
            "type": "address"
          },
          {
            "name": "premium",
            "type": "uint256"
          },
          {
            "name": "product",
            "type": "uint8"
          },
          {
            "name": "cover",
            "type": "uint24"
          },
          {
            "name": "startDay",
            "type": "uint16"
          },
          {
            "name": "endDay",
            "type": "uint16"
          },
          {
            "name": "validUntil",
            "type": "uint40"
          },
          {
            "name": "detailsHash",
            "type": "bytes32"
          }
        ]
      }
    ],
    "outputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "holderChangeOf",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      }
    ],
    "outputs": [
      {
        "name": "change",
        "type": "tuple",
        "components": [
          {
            "name": "newHolder",
            "type": "address"
          },
          {
            "name": "effectiveAt",
            "type": "uint64"
          }
        ]
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "isInForce",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      },
      {
        "name": "time",
        "type": "uint256"
      }
    ],
    "outputs": [
      {
        "name": "inForce",
        "type": "bool"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "minimumReserve",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      }
    ],
    "outputs": [
      {
        "name": "amount",
        "type": "uint256"
      },
      {
        "name": "lowered",
        "type": "uint256"
      },
      {
        "name": "effectiveAt",
        "type": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "owed",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      }
    ],
    "outputs": [
      {
        "name": "amount",
        "type": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "pause",
    "inputs": [],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "paused",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "payClaim",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      },
      {
        "name": "claimNumber",
        "type": "uint256"
      },
      {
        "name": "incidentAt",
        "type": "uint256"
      },
      {
        "name": "dollars",
        "type": "uint256"
      },
      {
        "name": "amount",
        "type": "uint256"
      },
      {
        "name": "validUntil",
        "type": "uint256"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "policyOf",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      }
    ],
    "outputs": [
      {
        "name": "policy",
        "type": "tuple",
        "components": [
          {
            "name": "holder",
            "type": "address"
          },
          {
            "name": "product",
            "type": "uint8"
          },
          {
            "name": "status",
            "type": "uint8"
          },
          {
            "name": "token",
            "type": "address"
          },
          {
            "name": "start",
            "type": "uint64"
          },
          {
            "name": "end",
            "type": "uint64"
          },
          {
            "name": "cover",
            "type": "uint32"
          },
          {
            "name": "paidOut",
            "type": "uint32"
          },
          {
            "name": "claims",
            "type": "uint16"
          }
        ]
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "proposeAdmin",
    "inputs": [
      {
        "name": "next",
        "type": "address"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "proposeHolderChange",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      },
      {
        "name": "newHolder",
        "type": "address"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "proposedAdmin",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "pull",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      },
      {
        "name": "to",
        "type": "address"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "purchase",
    "inputs": [
      {
        "name": "quote",
        "type": "tuple",
        "components": [
          {
            "name": "holder",
            "type": "address"
          },
          {
            "name": "token",
            "type": "address"
          },
          {
            "name": "premium",
            "type": "uint256"
          },
          {
            "name": "product",
            "type": "uint8"
          },
          {
            "name": "cover",
            "type": "uint24"
          },
          {
            "name": "startDay",
            "type": "uint16"
          },
          {
            "name": "endDay",
            "type": "uint16"
          },
          {
            "name": "validUntil",
            "type": "uint40"
          },
          {
            "name": "detailsHash",
            "type": "bytes32"
          }
        ]
      },
      {
        "name": "signature",
        "type": "bytes"
      }
    ],
    "outputs": [],
    "stateMutability": "payable"
  },
  {
    "type": "function",
    "name": "purchaseWithPermit",
    "inputs": [
      {
        "name": "quote",
        "type": "tuple",
        "components": [
          {
            "name": "holder",
            "type": "address"
          },
          {
            "name": "token",
            "type": "address"
          },
          {
            "name": "premium",
            "type": "uint256"
          },
          {
            "name": "product",
            "type": "uint8"
          },
          {
            "name": "cover",
            "type": "uint24"
          },
          {
            "name": "startDay",
            "type": "uint16"
          },
          {
            "name": "endDay",
            "type": "uint16"
          },
          {
            "name": "validUntil",
            "type": "uint40"
          },
          {
            "name": "detailsHash",
            "type": "bytes32"
          }
        ]
      },
      {
        "name": "signature",
        "type": "bytes"
      },
      {
        "name": "permitDeadline",
        "type": "uint256"
      },
      {
        "name": "v",
        "type": "uint8"
      },
      {
        "name": "r",
        "type": "bytes32"
      },
      {
        "name": "s",
        "type": "bytes32"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "refund",
    "inputs": [
      {
        "name": "quote",
        "type": "tuple",
        "components": [
          {
            "name": "holder",
            "type": "address"
          },
          {
            "name": "token",
            "type": "address"
          },
          {
            "name": "premium",
            "type": "uint256"
          },
          {
            "name": "product",
            "type": "uint8"
          },
          {
            "name": "cover",
            "type": "uint24"
          },
          {
            "name": "startDay",
            "type": "uint16"
          },
          {
            "name": "endDay",
            "type": "uint16"
          },
          {
            "name": "validUntil",
            "type": "uint40"
          },
          {
            "name": "detailsHash",
            "type": "bytes32"
          }
        ]
      },
      {
        "name": "amount",
        "type": "uint256"
      },
      {
        "name": "outcome",
        "type": "uint8"
      },
      {
        "name": "validUntil",
        "type": "uint256"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "roleHolder",
    "inputs": [
      {
        "name": "role",
        "type": "uint8"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "setCurrencyAccepted",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      },
      {
        "name": "accepted",
        "type": "bool"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "setMinimumReserve",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      },
      {
        "name": "amount",
        "type": "uint128"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "setPayoutBounds",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      },
      {
        "name": "minPerDollar",
        "type": "uint96"
      },
      {
        "name": "maxPerDollar",
        "type": "uint96"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "setRole",
    "inputs": [
      {
        "name": "role",
        "type": "uint8"
      },
      {
        "name": "holder",
        "type": "address"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "stopHolderChange",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "unpause",
    "inputs": [],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "withdraw",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      },
      {
        "name": "to",
        "type": "address"
      },
      {
        "name": "amount",
        "type": "uint256"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "event",
    "name": "AdminChanged",
    "inputs": [
      {
        "name": "previous",
        "type": "address",
        "indexed": true
      },
      {
        "name": "admin",
        "type": "address",
        "indexed": true
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "AdminProposed",
    "inputs": [
      {
        "name": "admin",
        "type": "address",
        "indexed": true
      },
      {
        "name": "proposed",
        "type": "address",
        "indexed": true
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "CapitalWithdrawn",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "indexed": true
      },
      {
        "name": "to",
        "type": "address",
        "indexed": true
      },
      {
        "name": "amount",
        "type": "uint256",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "ClaimPaid",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "holder",
        "type": "address",
        "indexed": true
      },
      {
        "name": "claimNumber",
        "type": "uint256",
        "indexed": false
      },
      {
        "name": "token",
        "type": "address",
        "indexed": false
      },
      {
        "name": "amount",
        "type": "uint256",
        "indexed": false
      },
      {
        "name": "dollars",
        "type": "uint256",
        "indexed": false
      },
      {
        "name": "incidentAt",
        "type": "uint256",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "CurrencyAcceptanceChanged",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "indexed": true
      },
      {
        "name": "accepted",
        "type": "bool",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "CurrencyAdded",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "indexed": true
      },
      {
        "name": "index",
        "type": "uint256",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "EIP712DomainChanged",
    "inputs": [],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "HolderChangeConfirmed",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "holder",
        "type": "address",
        "indexed": true
      },
      {
        "name": "newHolder",
        "type": "address",
        "indexed": true
      },
      {
        "name": "effectiveAt",
        "type": "uint64",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "HolderChangeProposed",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "holder",
        "type": "address",
        "indexed": true
      },
      {
        "name": "newHolder",
        "type": "address",
        "indexed": true
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "HolderChangeStopped",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "newHolder",
        "type": "address",
        "indexed": true
      },
      {
        "name": "by",
        "type": "address",
        "indexed": true
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "HolderChanged",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "previousHolder",
        "type": "address",
        "indexed": true
      },
      {
        "name": "newHolder",
        "type": "address",
        "indexed": true
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "MinimumReserveChanged",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "indexed": true
      },
      {
        "name": "amount",
        "type": "uint128",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "MinimumReserveLoweringAnnounced",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "indexed": true
      },
      {
        "name": "current",
        "type": "uint128",
        "indexed": false
      },
      {
        "name": "amount",
        "type": "uint128",
        "indexed": false
      },
      {
        "name": "effectiveAt",
        "type": "uint64",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "OwedPaid",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "holder",
        "type": "address",
        "indexed": true
      },
      {
        "name": "token",
        "type": "address",
        "indexed": false
      },
      {
        "name": "to",
        "type": "address",
        "indexed": false
      },
      {
        "name": "amount",
        "type": "uint256",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "PauseChanged",
    "inputs": [
      {
        "name": "paused",
        "type": "bool",
        "indexed": false
      },
      {
        "name": "by",
        "type": "address",
        "indexed": true
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "PaymentOwed",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "holder",
        "type": "address",
        "indexed": true
      },
      {
        "name": "token",
        "type": "address",
        "indexed": false
      },
      {
        "name": "amount",
        "type": "uint256",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "PayoutBoundsChanged",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "indexed": true
      },
      {
        "name": "minPerDollar",
        "type": "uint96",
        "indexed": false
      },
      {
        "name": "maxPerDollar",
        "type": "uint96",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "PolicyPurchased",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "holder",
        "type": "address",
        "indexed": true
      },
      {
        "name": "token",
        "type": "address",
        "indexed": false
      },
      {
        "name": "premium",
        "type": "uint256",
        "indexed": false
      },
      {
        "name": "product",
        "type": "uint8",
        "indexed": false
      },
      {
        "name": "cover",
        "type": "uint24",
        "indexed": false
      },
      {
        "name": "start",
        "type": "uint64",
        "indexed": false
      },
      {
        "name": "end",
        "type": "uint64",
        "indexed": false
      },
      {
        "name": "detailsHash",
        "type": "bytes32",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "PoolFunded",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "indexed": true
      },
      {
        "name": "from",
        "type": "address",
        "indexed": true
      },
      {
        "name": "amount",
        "type": "uint256",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "PremiumRefunded",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "holder",
        "type": "address",
        "indexed": true
      },
      {
        "name": "token",
        "type": "address",
        "indexed": false
      },
      {
        "name": "premium",
        "type": "uint256",
        "indexed": false
      },
      {
        "name": "amount",
        "type": "uint256",
        "indexed": false
      },
      {
        "name": "status",
        "type": "uint8",
        "indexed": false
      },
      {
        "name": "end",
        "type": "uint64",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "RoleChanged",
    "inputs": [
      {
        "name": "role",
        "type": "uint8",
        "indexed": true
      },
      {
        "name": "previous",
        "type": "address",
        "indexed": true
      },
      {
        "name": "holder",
        "type": "address",
        "indexed": true
      }
    ],
    "anonymous": false
  },
  {
    "type": "error",
    "name": "AmountOutOfBounds",
    "inputs": [
      {
        "name": "minimum",
        "type": "uint256"
      },
      {
        "name": "maximum",
        "type": "uint256"
      },
      {
        "name": "amount",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "ExecutionExpired",
    "inputs": [
      {
        "name": "validUntil",
        "type": "uint256"
      },
      {
        "name": "time",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "HolderChangeNotEffective",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      },
      {
        "name": "effectiveAt",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "IncidentOutsideCover",
    "inputs": [
      {
        "name": "incidentAt",
        "type": "uint256"
      },
      {
        "name": "start",
        "type": "uint256"
      },
      {
        "name": "end",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "IntakePaused",
    "inputs": []
  },
  {
    "type": "error",
    "name": "InvalidCover",
    "inputs": [
      {
        "name": "cover",
        "type": "uint256"
      },
      {
        "name": "maximum",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "InvalidOutcome",
    "inputs": [
      {
        "name": "outcome",
        "type": "uint8"
      }
    ]
  },
  {
    "type": "error",
    "name": "InvalidPayoutBounds",
    "inputs": [
      {
        "name": "minPerDollar",
        "type": "uint256"
      },
      {
        "name": "maxPerDollar",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "InvalidProduct",
    "inputs": [
      {
        "name": "product",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "InvalidShortString",
    "inputs": []
  },
  {
    "type": "error",
    "name": "InvalidSignature",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "InvalidTerm",
    "inputs": [
      {
        "name": "startDay",
        "type": "uint256"
      },
      {
        "name": "endDay",
        "type": "uint256"
      },
      {
        "name": "time",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "NativeCurrencyFirst",
    "inputs": []
  },
  {
    "type": "error",
    "name": "NoHolderChange",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      },
      {
        "name": "newHolder",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotAdmin",
    "inputs": [
      {
        "name": "caller",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotHolder",
    "inputs": [
      {
        "name": "holder",
        "type": "address"
      },
      {
        "name": "caller",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotInRole",
    "inputs": [
      {
        "name": "role",
        "type": "uint8"
      },
      {
        "name": "caller",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotProposedAdmin",
    "inputs": [
      {
        "name": "caller",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NothingOwed",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "PayoutAboveCover",
    "inputs": [
      {
        "name": "remaining",
        "type": "uint256"
      },
      {
        "name": "dollars",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "PolicyEnded",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      },
      {
        "name": "end",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "PolicyHasPayout",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      },
      {
        "name": "paidOut",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "PolicyNotActive",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      },
      {
        "name": "status",
        "type": "uint8"
      }
    ]
  },
  {
    "type": "error",
    "name": "PolicyUnknown",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "PoolTooSmall",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      },
      {
        "name": "available",
        "type": "uint256"
      },
      {
        "name": "amount",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "QuoteAlreadyUsed",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "QuoteExpired",
    "inputs": [
      {
        "name": "validUntil",
        "type": "uint256"
      },
      {
        "name": "time",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "ReentrancyGuardReentrantCall",
    "inputs": []
  },
  {
    "type": "error",
    "name": "SafeCastOverflowedUintDowncast",
    "inputs": [
      {
        "name": "bits",
        "type": "uint8"
      },
      {
        "name": "value",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "StringTooLong",
    "inputs": [
      {
        "name": "str",
        "type": "string"
      }
    ]
  },
  {
    "type": "error",
    "name": "TokenAlreadyListed",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "TokenNotAccepted",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "TokenNotListed",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "TokenWithoutCode",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "TooManyClaims",
    "inputs": [
      {
        "name": "maximum",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "TooManyCurrencies",
    "inputs": [
      {
        "name": "maximum",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "WithdrawalAboveFree",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      },
      {
        "name": "free",
        "type": "uint256"
      },
      {
        "name": "amount",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "WrongAmountReceived",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      },
      {
        "name": "due",
        "type": "uint256"
      },
      {
        "name": "received",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "WrongClaimNumber",
    "inputs": [
      {
        "name": "next",
        "type": "uint256"
      },
      {
        "name": "given",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "WrongRefund",
    "inputs": [
      {
        "name": "premium",
        "type": "uint256"
      },
      {
        "name": "amount",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "WrongValue",
    "inputs": [
      {
        "name": "due",
        "type": "uint256"
      },
      {
        "name": "value",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "ZeroAddress",
    "inputs": []
  },
  {
    "type": "error",
    "name": "ZeroAmount",
    "inputs": []
  },
  {
    "type": "error",
    "name": "ZeroPayout",
    "inputs": []
  },
  {
    "type": "error",
    "name": "ZeroPremium",
    "inputs": []
  }
] as const
