import type { ProductKey } from '#domain/products/index.ts';
import { ApiError, issuesOf, messageOf } from '#web/lib/api/errors.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/states.tsx';

/** Whether a quote was refused because the wallet insures this home or car on some of these days. */
export const isAlreadyInsured = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.code === 'already_insured';

interface AlreadyInsuredProps {
  error: ApiError;
  product: ProductKey;
  onAgain: () => void;
}

/** Says so, with two better ways; a second policy takes a step of its own. */
export function AlreadyInsured({ error, product, onAgain }: AlreadyInsuredProps) {
  const id = issuesOf(error).flatMap(({ path }) => /^policies\.(\d+)$/.exec(path)?.[1] ?? [])[0];
  return (
    <Notice tone="waiting">
      <p>{messageOf(error)}</p>
      <p className="mt-2 text-sm">A second policy costs its full price, and one loss is paid once.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {id !== undefined && (
          <>
            <ButtonLink size="small" to="/policy/$id" params={{ id }} search={{ type: product }}>
              Renew it
            </ButtonLink>
            <ButtonLink size="small" variant="secondary" to="/policy/$id/change" params={{ id }}>
              Change its cover
            </ButtonLink>
          </>
        )}
        <Button size="small" variant="quiet" onClick={onAgain}>
          Insure it again
        </Button>
      </div>
    </Notice>
  );
}
