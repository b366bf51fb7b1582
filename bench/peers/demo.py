"""The demo workflow as a Python script: OpenCV, ONNX Runtime, trackers, supervision and x264 (through PyAV).

    python demo.py VIDEO MODEL.onnx WORKFLOW.sightline.json OUTPUT_FOLDER

Reads the video, detects, tracks with ByteTrack, counts at the lines of the workflow, draws boxes, labels, trails and
lines, and writes the annotated video and two CSV files. Prints its cost as one line of JSON: wall and CPU time from
opening the video to the finished files, without the imports of Python.
"""

import ast
import csv
import json
import os
import resource
import sys
import time

import av
import cv2
import numpy as np
import onnxruntime as ort
import supervision as sv
from trackers import ByteTrackTracker

CONFIDENCE = 0.1
IOU = 0.7


class Detector:
    """A detector of the YOLO family whose output is (1, 4 + classes, boxes), without suppression."""

    def __init__(self, path: str) -> None:
        self.session = ort.InferenceSession(path, providers=["CPUExecutionProvider"])
        self.input = self.session.get_inputs()[0]
        self.height, self.width = self.input.shape[2:]
        names = self.session.get_modelmeta().custom_metadata_map.get("names")
        classes = self.session.get_outputs()[0].shape[1] - 4
        self.names = ast.literal_eval(names) if names else {c: str(c) for c in range(classes)}

    def __call__(self, frame: np.ndarray) -> sv.Detections:
        blob, scale, left, top = self.letterbox(frame)
        output = self.session.run(None, {self.input.name: blob})[0][0]
        scores = output[4:]
        classes = scores.argmax(axis=0)
        confidence = scores.max(axis=0)
        kept = confidence >= CONFIDENCE
        cx, cy, w, h = output[:4, kept]
        boxes = np.stack([cx - w / 2 - left, cy - h / 2 - top, cx + w / 2 - left, cy + h / 2 - top], axis=1) / scale
        found = sv.Detections(xyxy=boxes, confidence=confidence[kept], class_id=classes[kept])
        return found.with_nms(threshold=IOU)

    def letterbox(self, frame: np.ndarray) -> tuple[np.ndarray, float, int, int]:
        height, width = frame.shape[:2]
        scale = min(self.width / width, self.height / height)
        w, h = round(width * scale), round(height * scale)
        left, top = (self.width - w) // 2, (self.height - h) // 2
        resized = cv2.resize(frame, (w, h), interpolation=cv2.INTER_LINEAR)
        right, bottom = self.width - w - left, self.height - h - top
        padded = cv2.copyMakeBorder(
            resized, top, bottom, left, right, cv2.BORDER_CONSTANT, value=(114, 114, 114)
        )
        return cv2.dnn.blobFromImage(padded, 1 / 255, swapRB=True), scale, left, top


def lines_of(workflow: str, width: int, height: int) -> dict[str, sv.LineZone]:
    with open(workflow, encoding="utf-8") as file:
        nodes = json.load(file)["graph"]["nodes"]
    geometries = next(n for n in nodes if n["type"] == "measure")["config"]["geometries"]
    lines = {}
    for geometry in geometries:
        if geometry["kind"] != "line":
            continue
        start, end = (sv.Point(x * width, y * height) for x, y in geometry["points"])
        lines[geometry["name"]] = sv.LineZone(start, end, triggering_anchors=[sv.Position.BOTTOM_CENTER])
    return lines


def main(video: str, model: str, workflow: str, folder: str) -> None:
    os.makedirs(folder, exist_ok=True)
    started = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_SELF)
    capture = cv2.VideoCapture(video)
    fps = capture.get(cv2.CAP_PROP_FPS)
    width, height = (int(capture.get(p)) for p in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT))
    detector = Detector(model)
    tracker = ByteTrackTracker(frame_rate=fps)
    lines = lines_of(workflow, width, height)
    boxes, traces = sv.BoxAnnotator(), sv.TraceAnnotator(trace_length=int(2 * fps))
    labels, drawn_lines = sv.LabelAnnotator(text_scale=0.4), sv.LineZoneAnnotator()

    output = av.open(os.path.join(folder, "annotated.mp4"), "w")
    stream = output.add_stream("libx264", rate=round(fps), options={"preset": "veryfast", "crf": "23"})
    stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
    frames = 0
    crossings = 0
    with (
        open(os.path.join(folder, "tracks.csv"), "w", newline="", encoding="utf-8") as tracks_file,
        open(os.path.join(folder, "events.csv"), "w", newline="", encoding="utf-8") as events_file,
    ):
        tracks, events = csv.writer(tracks_file), csv.writer(events_file)
        tracks.writerow(["frame", "track", "class", "score", "x1", "y1", "x2", "y2"])
        events.writerow(["time", "line", "direction", "track", "class"])
        while True:
            read, frame = capture.read()
            if not read:
                break
            found = tracker.update(detector(frame))
            if found.tracker_id is None:
                found.tracker_id = np.empty(0, dtype=int)
            found = found[found.tracker_id >= 0]
            for name, line in lines.items():
                for direction, crossed in zip(("in", "out"), line.trigger(found)):
                    for i in np.flatnonzero(crossed):
                        crossings += 1
                        kind = detector.names[int(found.class_id[i])]
                        events.writerow([f"{frames / fps:.3f}", name, direction, found.tracker_id[i], kind])
            for box, score, kind, track in zip(found.xyxy, found.confidence, found.class_id, found.tracker_id):
                place = [f"{v:.1f}" for v in box]
                tracks.writerow([frames, track, detector.names[int(kind)], f"{score:.3f}", *place])
            texts = [f"{detector.names[int(c)]} #{t}" for c, t in zip(found.class_id, found.tracker_id)]
            frame = traces.annotate(frame, found)
            frame = boxes.annotate(frame, found)
            frame = labels.annotate(frame, found, texts)
            for line in lines.values():
                frame = drawn_lines.annotate(frame, line)
            for packet in stream.encode(av.VideoFrame.from_ndarray(frame, format="bgr24")):
                output.mux(packet)
            frames += 1
        for packet in stream.encode():
            output.mux(packet)
        output.close()
    after = resource.getrusage(resource.RUSAGE_SELF)
    cost = {
        "wallS": time.perf_counter() - started,
        "cpuS": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        "peakMb": after.ru_maxrss / 1024,
        "frames": frames,
        "crossings": crossings,
    }
    print(json.dumps(cost))


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit("usage: python demo.py VIDEO MODEL.onnx WORKFLOW.sightline.json OUTPUT_FOLDER")
    main(*sys.argv[1:])
