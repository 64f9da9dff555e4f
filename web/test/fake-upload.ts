import { vi } from 'vitest';

interface Reply {
  status?: number;
  data?: unknown;
  /** The message of an error answer. */
  message?: string;
}

/** A file being uploaded. It waits until the test reports its progress and its end. */
export interface Upload {
  method: string;
  /** Without `/api`. */
  path: string;
  headers: Record<string, string>;
  file: File;
  aborted: boolean;
  progress(share: number): void;
  answer(reply: Reply): void;
  /** Simulates a lost network. */
  fail(): void;
}

/**
 * Fakes XMLHttpRequest. `reply` answers an upload immediately, or leaves it to the test by returning nothing.
 * Returns the list of uploads so far.
 */
export function fakeUploads(
  reply: (upload: Upload) => Reply | 'down' | undefined = () => undefined,
): Upload[] {
  const uploads: Upload[] = [];
  class FakeRequest extends EventTarget {
    upload = new EventTarget();
    status = 0;
    statusText = '';
    responseText = '';
    private method = '';
    private path = '';
    private headers: Record<string, string> = {};
    private sent: Upload | null = null;

    open(method: string, url: string): void {
      this.method = method;
      this.path = new URL(url, 'http://site.test').pathname.slice('/api'.length);
    }
    setRequestHeader(name: string, value: string): void {
      this.headers[name] = value;
    }
    getResponseHeader(name: string): string | null {
      return name === 'content-type' ? 'application/json' : null;
    }
    abort(): void {
      if (this.sent) this.sent.aborted = true;
      this.dispatchEvent(new Event('abort'));
    }
    send(body: FormData): void {
      const upload: Upload = {
        method: this.method,
        path: this.path,
        headers: this.headers,
        file: body.get('file') as File,
        aborted: false,
        progress: (share) =>
          this.upload.dispatchEvent(
            Object.assign(new Event('progress'), { lengthComputable: true, loaded: share * 100, total: 100 }),
          ),
        answer: ({ status = 200, data = null, message }) => {
          this.status = status;
          const body =
            status < 400
              ? { success: true, data }
              : { success: false, message, code: 'test', request_id: 'r' };
          this.responseText = JSON.stringify(body);
          this.dispatchEvent(new Event('load'));
        },
        fail: () => this.dispatchEvent(new Event('error')),
      };
      this.sent = upload;
      uploads.push(upload);
      const answer = reply(upload);
      if (answer === 'down') queueMicrotask(() => upload.fail());
      else if (answer) queueMicrotask(() => upload.answer(answer));
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  return uploads;
}
