-- Counting adds a batch of visits, to whichever restaurants, in one statement; it never does so on an owner's behalf.
-- `app.platform` is set for one transaction. An owner's requests see their own restaurant's rows only, as before.
CREATE POLICY "platform_counts" ON "quarter_tally" USING (current_setting('app.platform', true) = 'on');
CREATE POLICY "platform_counts" ON "code_tally" USING (current_setting('app.platform', true) = 'on');
CREATE POLICY "platform_counts" ON "item_tally" USING (current_setting('app.platform', true) = 'on');

-- Visitors it adds, and sees whether they were there; deleted they are only once their day is over.
DROP POLICY "platform_finds_ended" ON "visitor";
CREATE POLICY "platform_finds" ON "visitor" FOR SELECT USING (current_setting('app.platform', true) = 'on');
CREATE POLICY "platform_counts" ON "visitor" FOR INSERT WITH CHECK (current_setting('app.platform', true) = 'on');

-- Rows are raised again and again on the day they are of: with room beside them, the indexes need not be touched.
ALTER TABLE "quarter_tally" SET (fillfactor = 80);
ALTER TABLE "code_tally" SET (fillfactor = 80);
ALTER TABLE "item_tally" SET (fillfactor = 80);
