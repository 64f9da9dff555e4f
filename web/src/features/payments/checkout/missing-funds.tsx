import { Notice } from '../../../ui/states.tsx';

/** Which funds are missing, exactly. Renders nothing if none are. */
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
