import { Notice } from '../../../ui/states.tsx';

/** Why the wallet cannot pay, and exactly what it lacks; nothing where it lacks nothing. */
export function MissingFunds({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <Notice tone="danger">
      <p className="font-medium">Insufficient funds for this transaction</p>
      {sentences.map((sentence) => (
        <p key={sentence} className="figures mt-0.5 wrap-anywhere">
          {sentence}
        </p>
      ))}
    </Notice>
  );
}
