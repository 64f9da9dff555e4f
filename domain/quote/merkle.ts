/**
 * Merkle trees in the format of OpenZeppelin's StandardMerkleTree (https://github.com/OpenZeppelin/merkle-tree), which its
 * MerkleProof contract verifies too. Leaves are sorted, and a node is the keccak256 of its two children, the smaller one
 * first. A leaf is hashed twice: its outer hash takes 32 bytes and a node's 64, so neither can pass for the other.
 */
import { concat, encodeAbiParameters, type Hex, keccak256 } from 'viem';

const LEAF = [{ type: 'string' }, { type: 'string' }, { type: 'bytes32' }] as const;

/** keccak256(keccak256(abi.encode(name, value, salt))), of types string, string and bytes32. */
export const leafHash = (name: string, value: string, salt: Hex): Hex =>
  keccak256(keccak256(encodeAbiParameters(LEAF, [name, value, salt])));

const nodeHash = (a: Hex, b: Hex): Hex => keccak256(concat(a < b ? [a, b] : [b, a]));

export interface MerkleTree {
  root: Hex;
  /** For each leaf, in the order they were given: the siblings from the leaf up to the root. */
  proofs: Hex[][];
}

/** The tree over these leaf hashes (lower-case hex). Throws RangeError without any. */
export function merkleTree(leaves: readonly Hex[]): MerkleTree {
  const order = leaves.map((_, index) => index).sort((a, b) => (at(leaves, a) < at(leaves, b) ? -1 : 1));
  // The root is at 0, the children of i are at 2i + 1 and 2i + 2, and the smallest leaf is last.
  const nodes: Hex[] = new Array(leaves.length * 2 - 1);
  const places = new Map(order.map((index, rank) => [index, nodes.length - 1 - rank]));
  for (const [index, place] of places) nodes[place] = at(leaves, index);
  for (let i = leaves.length - 2; i >= 0; i--)
    nodes[i] = nodeHash(at(nodes, 2 * i + 1), at(nodes, 2 * i + 2));
  const proofs = leaves.map((_, index) => {
    const proof: Hex[] = [];
    for (let i = places.get(index) ?? 0; i > 0; i = (i - 1) >> 1)
      proof.push(at(nodes, i % 2 === 1 ? i + 1 : i - 1));
    return proof;
  });
  return { root: at(nodes, 0), proofs };
}

/** The root that a leaf and its siblings lead to (lower-case hex). */
export const rootOf = (leaf: Hex, proof: readonly Hex[]): Hex => proof.reduce(nodeHash, leaf);

function at(hashes: readonly Hex[], index: number): Hex {
  const hash = hashes[index];
  if (hash === undefined) throw new RangeError('No such node');
  return hash;
}
