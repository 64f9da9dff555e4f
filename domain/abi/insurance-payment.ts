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
            "name": "administrator",
            "type": "address"
          },
          {
            "name": "guardian",
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
          },
          {
            "name": "signer",
            "type": "address"
          }
        ]
      },
      {
        "name": "delays_",
        "type": "tuple",
        "components": [
          {
            "name": "announcement",
            "type": "uint32"
          },
          {
            "name": "guardian",
            "type": "uint32"
          },
          {
            "name": "holderChange",
            "type": "uint32"
          },
          {
            "name": "contestedHolderChange",
            "type": "uint32"
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
            "type": "uint112"
          },
          {
            "name": "allowance",
            "type": "uint32"
          }
        ]
      }
    ],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "acceptAdministrator",
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
            "type": "uint112"
          },
          {
            "name": "allowance",
            "type": "uint32"
          }
        ]
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "announce",
    "inputs": [
      {
        "name": "data",
        "type": "bytes"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "announcementOf",
    "inputs": [
      {
        "name": "callHash",
        "type": "bytes32"
      }
    ],
    "outputs": [
      {
        "name": "executableAt",
        "type": "uint256"
      },
      {
        "name": "expiresAt",
        "type": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "cancelHandover",
    "inputs": [],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "closeCurrency",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
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
    "name": "consentOf",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      }
    ],
    "outputs": [
      {
        "name": "digest",
        "type": "bytes32"
      },
      {
        "name": "voidUntil",
        "type": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "consentToCancellation",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
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
    "name": "contestHolderChange",
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
            "name": "minimumReserve",
            "type": "uint112"
          },
          {
            "name": "allowance",
            "type": "uint32"
          },
          {
            "name": "allowanceLeft",
            "type": "uint32"
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
    "name": "delays",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "tuple",
        "components": [
          {
            "name": "announcement",
            "type": "uint32"
          },
          {
            "name": "guardian",
            "type": "uint32"
          },
          {
            "name": "holderChange",
            "type": "uint32"
          },
          {
            "name": "contestedHolderChange",
            "type": "uint32"
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
    "name": "grantPauser",
    "inputs": [
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
    "name": "grantRole",
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
    "name": "haltPayouts",
    "inputs": [],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "haltableFrom",
    "inputs": [
      {
        "name": "role",
        "type": "uint8"
      }
    ],
    "outputs": [
      {
        "name": "time",
        "type": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "haltedUntil",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "hashCancellation",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
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
    "outputs": [
      {
        "name": "digest",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view"
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
        "name": "",
        "type": "tuple",
        "components": [
          {
            "name": "newHolder",
            "type": "address"
          },
          {
            "name": "lapsesAt",
            "type": "uint64"
          },
          {
            "name": "effectiveAt",
            "type": "uint64"
          },
          {
            "name": "contested",
            "type": "bool"
          },
          {
            "name": "administratorConfirmed",
            "type": "bool"
          },
          {
            "name": "guardianConfirmed",
            "type": "bool"
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
    "name": "liftHalt",
    "inputs": [],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "lowerAllowance",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      },
      {
        "name": "dollars",
        "type": "uint32"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "lowerMinimumReserve",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      },
      {
        "name": "amount",
        "type": "uint112"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "narrowPayoutBounds",
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
    "name": "openCurrency",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
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
    "name": "payProposed",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
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
    "name": "powerOf",
    "inputs": [
      {
        "name": "selector",
        "type": "bytes4"
      }
    ],
    "outputs": [
      {
        "name": "roles",
        "type": "uint8"
      },
      {
        "name": "announced",
        "type": "bool"
      }
    ],
    "stateMutability": "pure"
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
    "name": "proposePayout",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      },
      {
        "name": "incidentAt",
        "type": "uint256"
      },
      {
        "name": "dollars",
        "type": "uint256"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "proposedAdministrator",
    "inputs": [],
    "outputs": [
      {
        "name": "proposed",
        "type": "address"
      },
      {
        "name": "lapsesAt",
        "type": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "proposedPayoutOf",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      }
    ],
    "outputs": [
      {
        "name": "payout",
        "type": "tuple",
        "components": [
          {
            "name": "dollars",
            "type": "uint32"
          },
          {
            "name": "incidentAt",
            "type": "uint64"
          },
          {
            "name": "payableAt",
            "type": "uint64"
          },
          {
            "name": "lapsesAt",
            "type": "uint64"
          }
        ]
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
    "name": "raiseAllowance",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      },
      {
        "name": "dollars",
        "type": "uint32"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "raiseMinimumReserve",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      },
      {
        "name": "amount",
        "type": "uint112"
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
        "name": "validUntil",
        "type": "uint256"
      },
      {
        "name": "signature",
        "type": "bytes"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "reject",
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
        "name": "validUntil",
        "type": "uint256"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "replaceSigner",
    "inputs": [
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
    "name": "revokeConsent",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
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
    "name": "revokeRole",
    "inputs": [
      {
        "name": "role",
        "type": "uint8"
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
    "name": "veto",
    "inputs": [
      {
        "name": "data",
        "type": "bytes"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "vetoPayout",
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
    "name": "widenPayoutBounds",
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
    "name": "AdministratorProposed",
    "inputs": [
      {
        "name": "administrator",
        "type": "address",
        "indexed": true
      },
      {
        "name": "proposed",
        "type": "address",
        "indexed": true
      },
      {
        "name": "lapsesAt",
        "type": "uint256",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "AllowanceChanged",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "indexed": true
      },
      {
        "name": "dollars",
        "type": "uint32",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "AnnouncedCallExecuted",
    "inputs": [
      {
        "name": "callHash",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "selector",
        "type": "bytes4",
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
    "name": "AnnouncementVetoed",
    "inputs": [
      {
        "name": "callHash",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "selector",
        "type": "bytes4",
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
    "name": "CallAnnounced",
    "inputs": [
      {
        "name": "callHash",
        "type": "bytes32",
        "indexed": true
      },
      {
        "name": "selector",
        "type": "bytes4",
        "indexed": true
      },
      {
        "name": "by",
        "type": "address",
        "indexed": true
      },
      {
        "name": "data",
        "type": "bytes",
        "indexed": false
      },
      {
        "name": "executableAt",
        "type": "uint256",
        "indexed": false
      },
      {
        "name": "expiresAt",
        "type": "uint256",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "CancellationConsented",
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
        "name": "refund",
        "type": "uint256",
        "indexed": false
      },
      {
        "name": "validUntil",
        "type": "uint256",
        "indexed": false
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
      },
      {
        "name": "proposed",
        "type": "bool",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "ConsentRevoked",
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
        "name": "validUntil",
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
    "name": "HaltLifted",
    "inputs": [
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
    "name": "HolderChangeConfirmed",
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
    "name": "HolderChangeContested",
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
      },
      {
        "name": "lapsesAt",
        "type": "uint64",
        "indexed": false
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
        "type": "uint112",
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
    "name": "PayoutProposed",
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
        "name": "dollars",
        "type": "uint256",
        "indexed": false
      },
      {
        "name": "incidentAt",
        "type": "uint256",
        "indexed": false
      },
      {
        "name": "payableAt",
        "type": "uint256",
        "indexed": false
      },
      {
        "name": "lapsesAt",
        "type": "uint256",
        "indexed": false
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "PayoutVetoed",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32",
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
    "name": "PayoutsHalted",
    "inputs": [
      {
        "name": "role",
        "type": "uint8",
        "indexed": true
      },
      {
        "name": "by",
        "type": "address",
        "indexed": true
      },
      {
        "name": "until",
        "type": "uint256",
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
        "name": "startDay",
        "type": "uint16",
        "indexed": false
      },
      {
        "name": "validUntil",
        "type": "uint40",
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
    "name": "AddressHoldsRole",
    "inputs": [
      {
        "name": "holder",
        "type": "address"
      },
      {
        "name": "role",
        "type": "uint8"
      }
    ]
  },
  {
    "type": "error",
    "name": "AllowanceExceeded",
    "inputs": [
      {
        "name": "token",
        "type": "address"
      },
      {
        "name": "left",
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
    "name": "AlreadyAnnounced",
    "inputs": [
      {
        "name": "callHash",
        "type": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "AlreadyConfirmed",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      }
    ]
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
    "name": "AnnouncementNotExecutable",
    "inputs": [
      {
        "name": "callHash",
        "type": "bytes32"
      },
      {
        "name": "executableAt",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "ConsentTooLong",
    "inputs": [
      {
        "name": "validUntil",
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
    "name": "HaltedRecently",
    "inputs": [
      {
        "name": "role",
        "type": "uint8"
      },
      {
        "name": "haltableFrom",
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
    "name": "HolderChangeWouldLapse",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      },
      {
        "name": "lapsesAt",
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
    "name": "InvalidDelays",
    "inputs": []
  },
  {
    "type": "error",
    "name": "InvalidHolder",
    "inputs": [
      {
        "name": "newHolder",
        "type": "address"
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
      },
      {
        "name": "maximum",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "InvalidRecipient",
    "inputs": [
      {
        "name": "to",
        "type": "address"
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
    "name": "NativeTransferFailed",
    "inputs": [
      {
        "name": "to",
        "type": "address"
      },
      {
        "name": "amount",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "NoConsent",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      }
    ]
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
    "name": "NoPayoutProposed",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotAnnounceable",
    "inputs": [
      {
        "name": "selector",
        "type": "bytes4"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotAnnounced",
    "inputs": [
      {
        "name": "callHash",
        "type": "bytes32"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotHalted",
    "inputs": []
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
    "name": "NotProposedAdministrator",
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
    "name": "PayoutNotPayable",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      },
      {
        "name": "payableAt",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "PayoutPending",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      },
      {
        "name": "lapsesAt",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "PayoutsAreHalted",
    "inputs": [
      {
        "name": "until",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "PolicyContested",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
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
    "name": "RefundAbovePremium",
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
    "name": "RejectionTooLate",
    "inputs": [
      {
        "name": "quoteId",
        "type": "bytes32"
      },
      {
        "name": "rejectableUntil",
        "type": "uint256"
      }
    ]
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
    "name": "SafeERC20FailedOperation",
    "inputs": [
      {
        "name": "token",
        "type": "address"
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
    "name": "TooManyDirectClaims",
    "inputs": [
      {
        "name": "maximum",
        "type": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "Unauthorized",
    "inputs": [
      {
        "name": "caller",
        "type": "address"
      },
      {
        "name": "selector",
        "type": "bytes4"
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
    "name": "WrongDirection",
    "inputs": []
  },
  {
    "type": "error",
    "name": "WrongRole",
    "inputs": [
      {
        "name": "role",
        "type": "uint8"
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
