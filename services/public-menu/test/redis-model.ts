/** The guards that a modelled Redis lacks, to check that the race detects it. */
export interface LeftOut {
  /** A raise stores nothing. */
  tombstone?: boolean;
  /** A fill stores any version. */
  setIfNewer?: boolean;
  /** A fill is stored although Redis lost its data since it began. */
  dataSet?: boolean;
  /** A promoted replica keeps the id of its data set. */
  history?: boolean;
}

/** A model of the Redis commands that cached menus use. `redis-model.test.ts` compares it with a real one. */
export class RedisModel {
  private texts = new Map<string, string>();
  private hashes = new Map<string, Map<string, Buffer | string>>();
  private readonly leftOut: LeftOut;
  /** The number of its replication history. */
  private history = 0;

  constructor(leftOut: LeftOut = {}) {
    this.leftOut = leftOut;
  }

  /** What a replica has that is promoted later. */
  copy(): () => void {
    const [texts, hashes] = structuredClone([this.texts, this.hashes]);
    return () => {
      [this.texts, this.hashes] = [texts, hashes];
      if (!this.leftOut.history) this.history += 1;
    };
  }

  flush(): void {
    this.texts.clear();
    this.hashes.clear();
  }

  get(key: string): string | null {
    return this.texts.get(key) ?? null;
  }

  set(key: string, value: string): void {
    this.texts.set(key, value);
  }

  hmGet(key: string, fields: readonly string[]): (Buffer | null)[] {
    return fields.map((field) => {
      const value = this.hashes.get(key)?.get(field);
      return value === undefined ? null : Buffer.from(value as string);
    });
  }

  /** The three scripts of the versioned cache, identified by their numbers of arguments and keys. */
  eval(keys: readonly string[], args: readonly (string | Buffer)[]): number | string | null {
    if (args.length === 1) return this.dataSet(keys[0] as string, args[0] as string);
    return keys.length === 1 ? this.raise(keys[0] as string, args as string[]) : this.fill(keys as string[], args);
  }

  private hash(key: string): Map<string, Buffer | string> {
    const hash = this.hashes.get(key) ?? new Map();
    this.hashes.set(key, hash);
    return hash;
  }

  private dataSet(key: string, mine: string): string {
    const known = this.get(key);
    if (known?.endsWith(`@${this.history}`)) return known;
    this.set(key, `${mine}@${this.history}`);
    return `${mine}@${this.history}`;
  }

  private raise(key: string, [source, version]: string[]): null {
    if (this.leftOut.tombstone) return null;
    const known = Number(this.hashes.get(key)?.get(source as string) ?? 0);
    if (Number(version) > known) this.hash(key).set(source as string, version as string);
    return null;
  }

  private fill(
    [key, bodyKey, dataSetKey]: string[],
    [body, , dataSet, ...pairs]: readonly (string | Buffer)[],
  ): number {
    if (!this.leftOut.dataSet && this.get(dataSetKey as string) !== dataSet) return 0;
    const hash = this.hash(key as string);
    const versions: string[] = [];
    let isOld = false;
    for (let at = 0; at < pairs.length; at += 2) {
      const [source, version] = [pairs[at] as string, pairs[at + 1] as string];
      const known = Number(hash.get(source) ?? 0);
      if (Number(version) < known && !this.leftOut.setIfNewer) isOld = true;
      if (Number(version) > known || this.leftOut.setIfNewer) hash.set(source, version);
      versions.push(version);
    }
    if (isOld) return 0;
    const kept = this.hash(bodyKey as string);
    kept.set('body', body as Buffer);
    kept.set('of', versions.join(' '));
    kept.set('in', dataSet as string);
    return 1;
  }
}
