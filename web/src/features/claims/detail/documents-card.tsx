import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Image, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import * as claimsApi from '#domain/claims/api.ts';
import type { ClaimDetailAnswer, ClaimDocument } from '#domain/claims/schema.ts';
import { formatBytes } from '#domain/files.ts';
import { api } from '#web/lib/api/api.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { longMoment } from '#web/lib/format.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy.tsx';
import { FileThumb } from '#web/ui/file-row.tsx';
import { PhoneSection } from '#web/ui/phone-section.tsx';
import { toast } from '#web/ui/toast.ts';
import { WhenNear } from '#web/ui/when-near.tsx';

/** A photo of a claim, kept while its page is open. */
const pictureQuery = (id: number, document_id: string) =>
  api.downloadQuery(claimsApi.getDocument, { id, document_id }, { retry: false });

interface DocumentProps {
  claimId: number;
  document: ClaimDocument;
}

/** A photo up to this size is loaded for its thumbnail; a larger one only on request, to spare a phone's data. */
const THUMB_BYTES = 3 * 1024 * 1024;

function Photo({ claimId, document, wanted }: DocumentProps & { wanted: boolean }) {
  const picture = useQuery({ ...pictureQuery(claimId, document.id), enabled: wanted });
  if (picture.data) return <FileThumb blob={picture.data.blob} type={document.type} />;
  return (
    <button
      type="button"
      aria-label={`Show a preview of ${document.file_name}`}
      title="Show a preview"
      aria-busy={picture.isFetching || undefined}
      disabled={picture.isFetching}
      onClick={() =>
        void picture.refetch().then(({ error }) => {
          if (error) toast.error('The picture could not be loaded', messageOf(error));
        })
      }
      className="grid size-12 shrink-0 place-items-center rounded-[8px] border border-line-strong bg-sunken text-muted hover:text-ink"
    >
      {picture.isFetching ? (
        <LoaderCircle aria-hidden className="size-5 animate-spin" />
      ) : (
        <Image aria-hidden className="size-5" />
      )}
    </button>
  );
}

function Thumb(props: DocumentProps) {
  const { type, size } = props.document;
  if (!type.startsWith('image/')) return <FileThumb blob={null} type={type} />;
  if (size > THUMB_BYTES) return <Photo {...props} wanted={false} />;
  return (
    <WhenNear fallback={<span className="block size-12 shrink-0 rounded-[8px] bg-sunken" />}>
      <Photo {...props} wanted />
    </WhenNear>
  );
}

function Row({ claimId, document }: DocumentProps) {
  const { file_name: name, size, sha256, uploaded_at } = document;
  const download = useMutation({
    mutationFn: () => api.download(claimsApi.getDocument, { id: claimId, document_id: document.id }),
    onSuccess: ({ blob }) => saveFile({ blob, filename: name }),
    onError: (error) => toast.error('The document could not be downloaded', messageOf(error)),
  });
  return (
    <li className="flex items-center gap-3 py-3">
      <Thumb claimId={claimId} document={document} />
      <div className="min-w-0 grow">
        <p
          dir="auto"
          className="truncate text-[0.9375rem]"
          title={`${name}, uploaded on ${longMoment(uploaded_at)}`}
        >
          {name}
        </p>
        <p className="figures flex flex-wrap items-center gap-x-2 text-sm text-muted">
          {formatBytes(size)}
          <span className="inline-flex items-center gap-1 whitespace-nowrap">
            <abbr title="Fingerprint of the stored file" className="no-underline">
              SHA-256
            </abbr>
            <span title={sha256}>{sha256.slice(0, 8)}…</span>
            <CopyButton text={sha256} label={`Copy the SHA-256 of ${name}`} />
          </span>
        </p>
      </div>
      <Button
        variant="secondary"
        size="icon"
        aria-label={`Download ${name}`}
        title="Download"
        className="shrink-0"
        busy={download.isPending}
        onClick={() => download.mutate()}
      >
        {!download.isPending && <Download aria-hidden />}
      </Button>
    </li>
  );
}

interface DocumentsCardProps {
  claim: Pick<ClaimDetailAnswer, 'id' | 'documents'>;
  /** Whether a phone folds them to their title. */
  folds: boolean;
  /** The upload; null if no document can be added, or if it is shown elsewhere. */
  upload: ReactNode;
}

export function DocumentsCard({ claim, folds, upload }: DocumentsCardProps) {
  return (
    <PhoneSection title="Documents" folds={folds}>
      {claim.documents.length === 0 ? (
        <p className="mt-1 text-[0.9375rem] text-muted">Nothing has been uploaded yet.</p>
      ) : (
        <ul aria-label="Documents" className="mt-1 divide-y divide-line">
          {claim.documents.map((document) => (
            <Row key={document.id} claimId={claim.id} document={document} />
          ))}
        </ul>
      )}
      {upload && <div className="mt-4">{upload}</div>}
    </PhoneSection>
  );
}
