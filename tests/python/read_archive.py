"""Reads an unpacked export with other tools and prints what they found as JSON.

Usage: python read_archive.py coco|label_studio|yolo|voc|cvat|datumaro|kitti|open_images FOLDER

Boxes are [x1, y1, x2, y2] in pixels. Areas are numbers of pixels of masks. `ap` is the average precision that COCOeval finds for the
boxes themselves.
"""

import contextlib
import io
import json
import os
import pathlib
import sys


def coco(folder):
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    with contextlib.redirect_stdout(io.StringIO()):
        truth = COCO(str(folder / "annotations/instances_default.json"))
        objects = truth.loadAnns(truth.getAnnIds())
        found = [
            {"image_id": o["image_id"], "category_id": o["category_id"], "bbox": o["bbox"], "score": 1} for o in objects
        ]
        scores = COCOeval(truth, truth.loadRes(found), "bbox")
        scores.evaluate()
        scores.accumulate()
        scores.summarize()
    images = {image["id"]: image["file_name"] for image in truth.loadImgs(truth.getImgIds())}
    names = {category["id"]: category["name"] for category in truth.loadCats(truth.getCatIds())}
    read = [
        {
            "image": images[o["image_id"]],
            "class": names[o["category_id"]],
            "box": [o["bbox"][0], o["bbox"][1], o["bbox"][0] + o["bbox"][2], o["bbox"][1] + o["bbox"][3]],
            "area": int(truth.annToMask(o).sum()) if o["segmentation"] else None,
            "stated_area": o["area"],
        }
        for o in objects
    ]
    return {"objects": read, "ap": float(scores.stats[0])}


def label_studio(folder):
    """Reads what Label Studio's own converter makes of the export, as COCO."""
    from label_studio_sdk.converter import Converter

    # Tasks name their images from the folder of the archive.
    os.chdir(folder)
    converter = Converter(config="label_config.xml", project_dir=".", download_resources=False)
    with contextlib.redirect_stdout(sys.stderr):
        converter.convert("tasks.json", "converted", "COCO", is_dir=False)
    document = json.loads(pathlib.Path("converted/result.json").read_text())
    images = {image["id"]: pathlib.Path(image["file_name"]).name for image in document["images"]}
    names = {category["id"]: category["name"] for category in document["categories"]}
    read = []
    for o in document["annotations"]:
        x, y, width, height = o["bbox"]
        box = [x, y, x + width, y + height]
        read.append({"image": images[o["image_id"]], "class": names[o["category_id"]], "box": box})
    return {"objects": read}


def detections(dataset):
    objects = []
    for path, _, found in dataset:
        for box, number in zip(found.xyxy.tolist(), found.class_id.tolist()):
            objects.append({"image": pathlib.Path(path).name, "class": dataset.classes[number], "box": box})
    return {"objects": objects}


def yolo(folder):
    import supervision

    return detections(
        supervision.DetectionDataset.from_yolo(
            str(folder / "images"), str(folder / "labels"), str(folder / "data.yaml")
        )
    )


def voc(folder):
    import supervision

    return detections(
        supervision.DetectionDataset.from_pascal_voc(str(folder / "JPEGImages"), str(folder / "Annotations"))
    )


# Names of the formats in Datumaro.
DATUMARO = {"cvat": "cvat", "datumaro": "datumaro", "kitti": "kitti_detection", "open_images": "open_images"}


def datumaro(folder, name):
    import datumaro

    dataset = datumaro.Dataset.import_from(str(folder), DATUMARO[name])
    labels = dataset.categories()[datumaro.AnnotationType.label]
    objects = []
    for item in dataset:
        for found in item.annotations:
            if found.type == datumaro.AnnotationType.bbox:
                box = [found.x, found.y, found.x + found.w, found.y + found.h]
                objects.append({"image": f"{item.id}.jpg", "class": labels[found.label].name, "box": box})
    return {"objects": objects}


name, unpacked = sys.argv[1], pathlib.Path(sys.argv[2])
own = {"coco": coco, "label_studio": label_studio, "yolo": yolo, "voc": voc}
with contextlib.redirect_stdout(sys.stderr):
    read = own[name](unpacked) if name in own else datumaro(unpacked, name)
print(json.dumps(read))
