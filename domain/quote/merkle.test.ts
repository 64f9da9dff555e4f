import { concat, type Hex, keccak256, stringToHex } from 'viem';
import { describe, expect, test } from 'vitest';
import { leafHash, merkleTree, rootOf } from './merkle.ts';

const salt = (byte: string): Hex => `0x${byte.repeat(32)}`;
const LEAVES = [
  leafHash('year_built', '1998', salt('11')),
  leafHash('house_address', '"12 Quay Street, Bristol"', salt('22')),
  leafHash('price.0', '{"cents":120000,"label":"One year"}', salt('33')),
  leafHash('insurance_type', '"home"', salt('44')),
  leafHash('wording', '{"version":"home-1"}', salt('55')),
];

describe('Merkle tree', () => {
  // Made once with StandardMerkleTree.of(values, ['string', 'string', 'bytes32']) of @openzeppelin/merkle-tree 1.0.8.
  test.each([
    [1, '0x3f0abaee4a4c48aad30ed922c4d35c42ed9692068cbd0256e41a766ce249c90c'],
    [2, '0x74a7661e7405fe2bcf001cc06b6956b0e577c83888dee9d76b324e6b74c11444'],
    [3, '0xdc8eada3d489fd046d09f9d32eb413e86b5a99076d147d0a0ef46825ada51857'],
    [5, '0x79bc0376907fa0bd7774a602ab7ce8628fc8ca03d7c768c266f1fab282752e42'],
  ])('the root of %i leaves is the one that OpenZeppelin’s library computes', (count, root) => {
    expect(merkleTree(LEAVES.slice(0, count)).root).toBe(root);
    expect(merkleTree(LEAVES.slice(0, count).reverse()).root).toBe(root);
  });

  test('the proof of each leaf is the one that OpenZeppelin’s library gives', () => {
    const { proofs } = merkleTree(LEAVES);
    expect(proofs.map(({ length }) => length)).toEqual([3, 2, 2, 2, 3]);
    expect(proofs[0]).toEqual([
      '0x0e3913569ee72c99964ef9686a0c493218b90d778701f0560c73a009c6d0f4c4',
      '0xeb7cdb7c4e7faddb243662cc8fd2cc0c07aa77fb4277fab42a455411bb7e1c75',
      '0x10ce9c8b3fb9f741c62fb8e07efb33eac902fd5449dc42611df387aadaa1e2f3',
    ]);
    expect(proofs[1]).toEqual([
      '0x9eb95acf55f61215207782f6e24f365245c80e0433524606862cf9203940fc64',
      '0xa243e133b22291ecde5cc53e6fccdb4ca24f46729f591f7380ec5fba8b82e297',
    ]);
  });

  test('each leaf and its proof lead to the root, in any number of leaves', () => {
    for (let count = 1; count <= 40; count += 1) {
      const leaves = Array.from({ length: count }, (_, index) => leafHash(`field_${index}`, '1', salt('0a')));
      const { root, proofs } = merkleTree(leaves);
      for (const [index, leaf] of leaves.entries()) expect(rootOf(leaf, proofs[index] ?? [])).toBe(root);
    }
  });

  test('a tree without leaves is refused', () => {
    expect(() => merkleTree([])).toThrow(RangeError);
  });

  test('a node can’t pass for a leaf: a leaf is hashed twice, and its outer hash takes 32 bytes', () => {
    const [one = '0x', two = '0x'] = LEAVES;
    const node = merkleTree([one, two]).root;
    expect(node).toBe(keccak256(concat(one < two ? [one, two] : [two, one])));
    // The bytes that were hashed into the node, offered as a leaf's content.
    const preimage = concat(one < two ? [one, two] : [two, one]);
    expect(leafHash('', preimage, salt('00'))).not.toBe(node);
    expect(leafHash(preimage, '', salt('00'))).not.toBe(node);
    expect(keccak256(keccak256(preimage))).not.toBe(node);
    expect(one).not.toBe(keccak256(concat([stringToHex('year_built'), stringToHex('1998'), salt('11')])));
  });
});
